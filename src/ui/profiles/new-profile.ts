// The address for creating a profile, and its initial content.
import { EXAMPLES, type ProfileDraft } from './example-profiles.ts';

/** In place of an id: ids are UUIDs. */
export const NEW = 'new';

/** The initial script, with every possible field. */
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

/** @param example name of the example to start from */
export function beginning(example: string | null): Partial<ProfileDraft> {
  return EXAMPLES.find(({ name }) => name === example) ?? {};
}
