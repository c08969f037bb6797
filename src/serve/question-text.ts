// The text of an approval for the person behind a client, which displays it.
import type { OutgoingRequest } from '../core/call.ts';
import type { Question } from '../core/ports/approval.ts';

/** Maximum characters of arguments and bodies to show. */
const MOST_SHOWN = 2_000;

export function questionText({ name, args, act, lacking }: Question): string {
  const lines: string[] = [];
  switch (act.kind) {
    case 'run':
      lines.push(`Run ${name}?`, shown(JSON.stringify(args, null, 2)));
      if (act.sends) lines.push(...requestLines(act.sends.request));
      break;
    case 'send':
      lines.push(`${name} wants to send a request after reading ${act.why}.`, ...requestLines(act.request));
      break;
    case 'write':
      lines.push(`${name} wants to write ${act.path}.`, shown(act.text));
      break;
    case 'delete':
      lines.push(`${name} wants to delete ${act.path}.`);
      break;
    case 'script':
      lines.push(`${name} wants to run a script: ${act.reason}`, shown(act.source));
      break;
  }
  if (lacking && lacking.hosts.length > 0) lines.push(`It also asks for ${lacking.hosts.join(', ')}.`);
  return lines.filter((line) => line !== '').join('\n');
}

function requestLines({ method, url, body }: OutgoingRequest): string[] {
  return [`${method} ${url}`, shown(body)];
}

function shown(text: string): string {
  return text.length > MOST_SHOWN
    ? `${text.slice(0, MOST_SHOWN)} … (${text.length.toLocaleString('en')} characters)`
    : text;
}
