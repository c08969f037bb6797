// What the list of parameters says: connectors have settings. Whole texts, so that other languages can inflect them.
export interface ParameterLabels {
  list: string;
  add: string;
  none: string;
  /** One without a name, from 1. */
  at(position: number): string;
}

const OF_TOOLS: ParameterLabels = {
  list: 'Parameters',
  add: 'Add a parameter',
  none: 'No parameters yet.',
  at: (position) => `the parameter at position ${position}`,
};

const OF_CONNECTORS: ParameterLabels = {
  list: 'Settings',
  add: 'Add a setting',
  none: 'No settings yet.',
  at: (position) => `the setting at position ${position}`,
};

export function parameterLabels(kind: string | undefined): ParameterLabels {
  return kind === 'connector' ? OF_CONNECTORS : OF_TOOLS;
}
