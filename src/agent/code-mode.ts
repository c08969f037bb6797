// The instructions for writing scripts: when, how, what needs approval, and the available calls. Pure.

export interface CodeModeFacts {
  /** Annotations of the program's own calls, and of the tools. */
  calls: string;
  tools: string;
  /** Number of offered tools that are not in the annotations. */
  left: number;
  /** Some tools were not offered. */
  canFindMore: boolean;
}

export function codeModeText({ calls, tools, left, canFindMore }: CodeModeFacts): string {
  return `# Scripts

With \`lua_run_script\` you write a Lua 5.4 script and run it.

- When: to combine calls, go through many items, filter, count, sort or compute exactly, above all where results are long. For a single call, call the tool itself.
- How: the source runs as it stands. \`return\` what you need to know: plain data, short. \`print\` what is only for the record. Name each call plainly, as in \`tools.NAME{ key = value }\`; a failing call raises, \`pcall\` catches it. There is no os.execute, io or require of other modules. Plain data in global variables, and files in \`fs\`, are there for your next script in this conversation.
- What asks: a script that only reads runs at once. Any other is shown to the user with your reason; they run it, change it (\`edited\` then holds what ran) or skip it. Inside, each tool asks by its own settings, and each HTTP request asks.
- A failed script tells its line: fix it and run it again, at most three times; then say what went wrong.

The calls, as annotations for the Lua language server:

\`\`\`lua
${[calls, tools].filter((part) => part !== '').join('\n')}
\`\`\`${more(left, canFindMore)}`;
}

function more(left: number, canFindMore: boolean): string {
  const others = left > 0 ? '\n\nThe other tools that you are given are called just so.' : '';
  return canFindMore ? `${others}\n\nTools that \`find_tools\` names can be called too.` : others;
}
