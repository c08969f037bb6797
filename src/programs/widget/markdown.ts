// Markdown for the widget's answers: blocks as tokens, of which it makes elements itself. Loaded with the first answer.
import * as marked from 'marked';
import { boundedTokens } from '../../ui/parts/bounded-marked.ts';

export const tokensOf = boundedTokens(marked);
