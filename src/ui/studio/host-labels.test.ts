// Hosts as a person grants them: what is asked, what lacks, what a typed one means, what a refused request needs.
import { describe, expect, it } from 'vitest';
import { blockedHost, hostRows, impossibleHosts, missingHosts, readHost } from './host-labels.ts';

const tool = (asked: string[], hosts: string[]) => ({ spec: { hosts: asked }, hosts });

describe('the hosts of a tool', () => {
  it('are those it asks for and those granted beyond, each once however it is spelled', () => {
    const rows = hostRows(
      tool(['API.example.com', 'https://api.example.com', 'b.example'], ['b.example', 'c.example']),
    );
    expect(rows.map(({ host, asked, granted }) => [host, asked, granted])).toEqual([
      ['api.example.com', true, false],
      ['b.example', true, true],
      ['c.example', false, true],
    ]);
  });

  it('lack what is asked and not granted; what is no host is named apart', () => {
    const wide = tool(['*.example.com', 'a.example'], []);
    expect(missingHosts(wide)).toEqual(['a.example']);
    expect(impossibleHosts(wide.spec.hosts)).toEqual(['*.example.com']);
    expect(missingHosts(tool(['a.example'], ['a.example']))).toEqual([]);
  });

  it('say what a private address means', () => {
    const notes = hostRows(tool(['localhost:8080', '192.168.1.4', 'api.example.com'], [])).map(
      ({ note }) => note,
    );
    expect(notes[0]).toContain('This device');
    expect(notes[1]).toContain('Your own network');
    expect(notes[2]).toBe('');
  });
});

describe('a typed host', () => {
  it('is taken with or without its scheme', () => {
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
  const refused = (host: string) =>
    `fetcher:3: HTTP GET https://${host}/ failed: this tool may not reach ${host}; to allow it, add ${host} to the hosts in the tool's settings`;

  it('says which host the tool needs', () => {
    expect(blockedHost(refused('api.example.com'), 'fetcher')).toEqual({
      tool: 'fetcher',
      host: 'api.example.com',
    });
    expect(blockedHost('fetcher:3: no luck', 'fetcher')).toBeUndefined();
  });

  it('of a tool that was called by another is about the called one', () => {
    expect(blockedHost(`report:9: tools.fetcher: ${refused('b.example')}`, 'report')).toEqual({
      tool: 'fetcher',
      host: 'b.example',
    });
  });
});
