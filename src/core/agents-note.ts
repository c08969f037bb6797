// The note about agents in a configuration that holds tools too. A reader of the agents leaves it out.

export function agentsNote(path: string): string {
  return `The agents in ${path} are profiles, not tools. In the app, import ${path} under Profiles.`;
}
