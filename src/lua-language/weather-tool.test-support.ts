// For tests: a tool that scripts can call.
import type { Surroundings } from './surroundings.ts';

export const WEATHER: Surroundings['tools'][number] = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Which city' }, days: { type: 'integer' } },
    required: ['city'],
  },
};
