// Model servers that people run on their own computers: their ports, and how to make them allow a page. Pure.

export interface KnownServer {
  name: string;
  /** Default ports. */
  ports: readonly number[];
  /** `owned_by` in its list of models, if that identifies it. */
  owner?: RegExp;
  /** Returns how to allow a page of this origin to read its answers. */
  letIn(origin: string): Advice;
  /** Requirements of tool calls. */
  tools?: string;
}

export interface Advice {
  text: string;
  /** Terminal commands, by system if they differ. */
  commands: readonly { system: 'Mac' | 'Windows' | 'Linux' | 'Any'; line: string }[];
}

export const KNOWN_SERVERS: readonly KnownServer[] = [
  {
    name: 'Ollama',
    ports: [11434],
    owner: /^library$/,
    letIn: (origin) => ({
      text: 'Allow this page in Ollama, then restart it.',
      commands: [
        { system: 'Mac', line: `launchctl setenv OLLAMA_ORIGINS "${origin}"` },
        { system: 'Windows', line: `setx OLLAMA_ORIGINS "${origin}"` },
        { system: 'Linux', line: `OLLAMA_ORIGINS="${origin}" ollama serve` },
      ],
    }),
  },
  {
    name: 'LM Studio',
    ports: [1234],
    owner: /^organization_owner$/,
    letIn: () => ({
      text: 'Switch on “Enable CORS” in the server’s settings, or start the server with:',
      commands: [{ system: 'Any', line: 'lms server start --cors' }],
    }),
  },
  {
    name: 'llama.cpp',
    ports: [8080, 9931],
    owner: /^llama\.?cpp$/i,
    letIn: (origin) => ({
      text: 'To allow this page, start it with:',
      commands: [{ system: 'Any', line: `llama-server -m model.gguf --jinja --cors-origins "${origin}"` }],
    }),
    tools: 'Tools need --jinja, which older versions do not set by default.',
  },
  {
    name: 'vLLM',
    ports: [8000],
    owner: /^vllm$/i,
    letIn: (origin) => ({
      text: 'To allow this page, start it with:',
      commands: [{ system: 'Any', line: `vllm serve MODEL --allowed-origins '["${origin}"]'` }],
    }),
    tools:
      'Tools need --enable-auto-tool-choice and --tool-call-parser with the parser of the model, such as hermes.',
  },
  {
    name: 'Jan',
    ports: [1337],
    letIn: () => ({
      text: 'Switch on “Cross-Origin Resource Sharing (CORS)” in Settings, Local API Server, and start the server again.',
      commands: [],
    }),
  },
];

/** Returns the server that listens there by default. */
function serverAt(baseUrl: string): KnownServer | undefined {
  const { port } = new URL(baseUrl);
  return KNOWN_SERVERS.find(({ ports }) => ports.includes(Number(port)));
}

/** Returns the advice in one line, to append to the sentence about a refusal. */
export function adviceLine(baseUrl: string, origin: string): string {
  const server = serverAt(baseUrl);
  if (!server) return `Its settings must allow the origin ${origin}.`;
  const { text, commands } = server.letIn(origin);
  const line = commands.at(-1)?.line;
  return `If it is ${server.name}: ${text[0]?.toLowerCase()}${text.slice(1)}${line ? ` ${line.replace(/\.$/, '')}` : ''}`;
}
