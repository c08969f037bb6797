// What an app declares, what it may get, and the policy made of it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  appPolicy,
  grantedReach,
  lackingReach,
  mayCall,
  NO_REACH,
  readNeeds,
  readToolApp,
} from './mcp-app.ts';

const csp = (given: object) => readNeeds({ ui: { csp: given } }, 'mcp.example');

it('reads hosts, their subdomains and their ports, and refuses everything else', () => {
  const needs = csp({
    connectDomains: ['https://API.example.com/', 'wss://live.example.com:8443', 'http://plain.example', '*'],
    resourceDomains: ['https://*.example.com', 'https://*.com', 'https:', "'unsafe-eval'", 'data:', 5],
    frameDomains: [
      'https://player.example',
      'https://a.example; script-src *',
      'https://u:p@a.example',
      'https://*.168.1.1',
    ],
  });
  expect(needs).toEqual({
    connect: ['https://api.example.com', 'wss://live.example.com:8443'],
    load: ['https://*.example.com'],
    frame: ['https://player.example'],
    refused: [
      'http://plain.example',
      '*',
      'https://*.com',
      'https:',
      "'unsafe-eval'",
      'data:',
      'https://a.example; script-src *',
      'https://u:p@a.example',
      'https://*.168.1.1',
    ],
  });
});

it('reaches the own network only for a server there, however it is spelled', () => {
  const own = ['https://localhost', 'https://127.1', 'https://192.168.0.9:8443', 'https://0x7f000001'];
  const named = ['wss://nas', 'https://nas.local', 'https://*.home.arpa'];
  const plain = ['http://localhost:3000'];
  const meta = { ui: { csp: { connectDomains: [...own, ...named, ...plain] } } };
  const reached = (server: string) => readNeeds(meta, server).connect;
  expect(reached('mcp.example')).toEqual([]);
  expect(reached('nas.local')).toEqual([...own, ...named]);
  expect(reached('localhost')).toEqual([...own, ...named, ...plain]);
});

it('has a policy of whole directives, whatever a server declares', () => {
  const directives = appPolicy(NO_REACH)
    .split('; ')
    .map((one) => one.split(' ')[0]);
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.webUrl(), fc.constant("https://a.b; x 'y'"))), (given) => {
      const policy = appPolicy(csp({ connectDomains: given, resourceDomains: given, frameDomains: given }));
      expect(policy.split('; ').map((one) => one.split(' ')[0])).toEqual(directives);
      expect(policy).not.toMatch(/[\s'](\*|https?:|'unsafe-hashes')(\s|;|$)/);
    }),
  );
});

it('gets no more than it asks for and was granted', () => {
  const needs = csp({ connectDomains: ['https://a.example', 'https://b.example'] });
  const granted = { ...NO_REACH, connect: ['https://b.example', 'https://c.example'] };
  expect(grantedReach(needs, granted).connect).toEqual(['https://b.example']);
  expect(lackingReach(needs, granted).connect).toEqual(['https://a.example']);
});

it('reads the app of a tool in both forms, and who may call the tool', () => {
  expect(readToolApp({ ui: { resourceUri: 'ui://a/b.html' } })).toEqual({ uri: 'ui://a/b.html' });
  expect(readToolApp({ 'ui/resourceUri': 'ui://a' })).toEqual({ uri: 'ui://a' });
  for (const uri of ['https://a', 'ui://', 'ui://a b', 5])
    expect(readToolApp({ ui: { resourceUri: uri } })).toBeUndefined();
  const own = readToolApp({ ui: { visibility: ['app', 'x'] } });
  expect([mayCall(own, 'app'), mayCall(own, 'model'), mayCall(undefined, 'model')]).toEqual([
    true,
    false,
    true,
  ]);
});
