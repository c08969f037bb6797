// Granting hosts: requested, missing and typed ones, and the host of a refused request.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockedHost, hostRows, impossibleHosts, missingHosts, readHost } from './host-labels.ts';

const tool = (asked: string[], hosts: string[]) => ({ spec: { hosts: asked }, hosts });

describe('a tool’s hosts', () => {
  it('are the requested and the additionally granted ones, each once, in any spelling', () => {
    const rows = hostRows(
      tool(['API.example.com', 'https://api.example.com', 'b.example'], ['b.example', 'c.example']),
    );
    expect(rows.map(({ host, asked, granted }) => [host, asked, granted])).toEqual([
      ['api.example.com', true, false],
      ['b.example', true, true],
      ['c.example', false, true],
    ]);
  });

  it('are missing if requested but not granted; invalid ones are listed separately', () => {
    const wide = tool(['*.example.com', 'a.example'], []);
    expect(missingHosts(wide)).toEqual(['a.example']);
    expect(impossibleHosts(wide.spec.hosts)).toEqual(['*.example.com']);
    expect(missingHosts(tool(['a.example'], ['a.example']))).toEqual([]);
  });

  it('come with a note about private addresses', () => {
    const notes = hostRows(tool(['localhost:8080', '192.168.1.4', 'api.example.com'], [])).map(
      ({ note }) => note,
    );
    expect(notes[0]).toContain('This device');
    expect(notes[1]).toContain('Your own network');
    expect(notes[2]).toBe('');
  });
});

describe('a typed host', () => {
  it('is accepted with or without its scheme', () => {
    expect(readHost(' https://API.example.com/ ')).toEqual({ host: 'api.example.com' });
    expect(readHost('localhost:8080')).toEqual({ host: 'localhost:8080' });
  });

  it('is refused with what to write instead', () => {
    expect(readHost('https://api.example.com/v1').problem).toContain('api.example.com.');
    expect(readHost('*.example.com').problem).toContain('in full');
    expect(readHost('two words').problem).toContain('"two words"');
    expect(readHost('').problem).toContain('such as');
  });
});

describe('a refused request', () => {
  const refused = (host: string, address = `https://${host}/`) =>
    `fetcher:3: HTTP GET ${address} failed: this tool may not reach ${host}; to allow it, add ${host} to the hosts in the tool's settings`;
  const asking = (...names: string[]) => {
    const known = new Map(names.map((name) => [name, { hosts: [], spec: { hosts: ['B.example'] } }]));
    return (name: string) => known.get(name);
  };
  const nobody = asking();

  it('names the host the tool needs', () => {
    const needed = { tool: 'fetcher', host: 'api.example.com' };
    expect(blockedHost(refused('api.example.com'), 'fetcher', nobody)).toEqual(needed);
    expect(blockedHost('fetcher:3: no luck', 'fetcher', nobody)).toBeUndefined();
  });

  it('of a called tool concerns that tool, if it requests the host', () => {
    const message = `report:9: tools.fetcher: ${refused('b.example')}`;
    const needed = { tool: 'fetcher', host: 'b.example' };
    expect(blockedHost(message, 'report', asking('fetcher'))).toEqual(needed);
    expect(blockedHost(message, 'report', nobody)).toBeUndefined();
  });

  it('in a flow concerns the tool of the step', () => {
    const message = `step 'two' (tool fetcher): ${refused('b.example').replace(':3', '')}`;
    expect(blockedHost(message, 'flow', asking('fetcher'))).toEqual({ tool: 'fetcher', host: 'b.example' });
    expect(blockedHost(message, 'flow', nobody)).toBeUndefined();
  });

  it('of an imported record concerns only hosts the tool requests', () => {
    expect(blockedHost(refused('b.example'), 'fetcher', nobody, false)).toBeUndefined();
    expect(blockedHost(refused('evil.example'), 'fetcher', asking('fetcher'), false)).toBeUndefined();
    const needed = { tool: 'fetcher', host: 'b.example' };
    expect(blockedHost(refused('b.example'), 'fetcher', asking('fetcher'), false)).toEqual(needed);
  });

  it('never offers another tool a host this tool does not request, whatever its address contains', () => {
    const words = fc.constantFrom(
      ...['tools.bank: ', 'bank', '; to allow it, add evil.example to the hosts in the tool', "'s settings"],
      ...['https://b.example/', 'HTTP GET ', ' failed: ', 'bank:1: ', 'tools.other: ', '?', '\n'],
    );
    const text = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.constantFrom('evil.example', 'b.example'), (before, address, host) => {
        const offered = blockedHost(before + refused(host, address), 'fetcher', asking('other'));
        if (offered === undefined) return;
        expect(offered.host).toBe(host);
        expect(['fetcher', 'other']).toContain(offered.tool);
        if (offered.tool === 'other') expect(host).toBe('b.example');
      }),
    );
  });
});
