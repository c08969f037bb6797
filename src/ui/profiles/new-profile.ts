// Where a profile is made: its address, and what it begins with.
import { EXAMPLES, type ProfileDraft } from './example-profiles.ts';

/** In the place of an id: ids are UUIDs. */
export const NEW = 'new';

/** What a script begins with: all that one can have. */
export const SCRIPT = `agent = {
  name = "reviewer",
  description = "Reviews a text.",
  arguments = {
    { name = "area", description = "What to look at", required = true },
  },
}

function agent.resolve(args, config, context)
  return {
    system = "Review the text that you are given. Look at " .. args.area .. " alone.",
  }
end
`;

/** @param example the name of the one to begin with */
export function beginning(example: string | null): Partial<ProfileDraft> {
  return EXAMPLES.find(({ name }) => name === example) ?? {};
}
