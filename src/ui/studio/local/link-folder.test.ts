// Tools linked to a folder: modules and cases are included, and files that belong to no tool are not overwritten.
import { describe, expect, it } from 'vitest';
import type { Tool } from '../../../core/tool.ts';
import { FIRST, script, SECOND, setUp, toolOf } from './link-rig.test-support.ts';
import { MemoryFolder } from './memory-folder.test-support.ts';

describe('a linked folder', () => {
  const FILES = { 'weather.lua': FIRST, 'lib/words.lua': 'return {}', 'cases.json': '[]' };
  async function linkedFolder() {
    const disk = new MemoryFolder(FILES);
    const tool = toolOf(FIRST, { files: { 'lib/words.lua': 'return {}', 'cases.json': '[]' } });
    return { disk, ...(await setUp(disk.folder('weather'), tool)) };
  }

  it("includes a tool's modules and cases, and removes deleted ones", async () => {
    const { disk, look, kept } = await linkedFolder();
    disk.put('lib/more.lua', 'return 2');
    disk.put('cases.json', '[{}]');
    disk.files.delete('lib/words.lua');
    await look();
    expect(kept.get('weather')?.files).toEqual({ 'lib/more.lua': 'return 2', 'cases.json': '[{}]' });
  });

  it('with an error in a module keeps the last valid version in use', async () => {
    const { disk, look, kept, trouble } = await linkedFolder();
    disk.put('lib/words.lua', 'broken');
    await look();
    expect(kept.get('weather')?.files['lib/words.lua']).toBe('return {}');
    expect(trouble()).toMatchObject({ kind: 'broken', message: 'lib/words.lua' });
  });

  it('gets saved texts at their locations, including new ones, and loses removed ones', async () => {
    const { disk, engine, look, trouble, kept } = await linkedFolder();
    const files = { 'lib/new.lua': 'return 5', 'cases.json': '[]' };
    const save = async (): Promise<Tool> => {
      const tool = toolOf(SECOND, { files });
      kept.set('weather', tool);
      return tool;
    };
    expect(await engine.save('folder-weather', save)).toBe('saved');
    expect(Object.fromEntries(disk.files)).toEqual({ 'weather.lua': SECOND, ...files });
    // Unchanged texts were not written.
    expect(disk.written.sort()).toEqual(['lib/new.lua', 'weather.lua']);
    await look();
    expect(trouble()).toBeUndefined();
  });

  it('overwrites no file that was never part of the tool, and then nothing else, until the user consents', async () => {
    const { disk, engine, trouble, kept, look } = await linkedFolder();
    disk.put('notes.txt', 'of someone else');
    await look();
    const files = { 'lib/words.lua': 'return {}', 'cases.json': '[]', 'notes.txt': 'mine' };
    const save = async (): Promise<Tool> => {
      const tool = toolOf(SECOND, { files });
      kept.set('weather', tool);
      return tool;
    };
    expect(await engine.save('folder-weather', save)).toBe('unwritten');
    expect(disk.written).toEqual([]);
    expect(disk.files.get('notes.txt')).toBe('of someone else');
    expect(trouble()?.message).toBe(
      'Could not write weather. notes.txt already exists and is not part of the tool.',
    );
    expect(await engine.save('folder-weather', save, true)).toBe('saved');
    expect(disk.files.get('notes.txt')).toBe('mine');
  });

  it('follows a moved script, and installs no unreviewed one', async () => {
    const { disk, look, link, kept } = await linkedFolder();
    disk.files.delete('weather.lua');
    disk.put('forecast.lua', SECOND);
    disk.put('stranger.lua', script('stranger'));
    await look();
    expect(kept.get('weather')?.source).toBe(SECOND);
    expect(kept.has('stranger')).toBe(false);
    expect(link()).toMatchObject({ tools: [{ places: { '': 'forecast.lua' } }], fresh: ['stranger.lua'] });
  });

  it('reports a missing script, and keeps the tool', async () => {
    const { disk, look, kept, trouble } = await linkedFolder();
    disk.files.delete('weather.lua');
    disk.put('other.lua', script('other'));
    await look();
    expect(kept.has('weather')).toBe(true);
    expect(trouble()).toMatchObject({
      kind: 'gone',
      message: expect.stringMatching(/^weather\.lua is no longer/),
    });
  });

  it('opened again adds new tools, and stays one link', async () => {
    const { disk, engine, links, look, kept } = await linkedFolder();
    disk.put('other.lua', script('other'));
    const other = toolOf(script('other'));
    kept.set('other', other);
    await engine.link(disk.folder('weather'), 'weather', [other]);
    await look();
    expect([...links.values()]).toMatchObject([{ fresh: [], tools: [{}, { folder: 'folder-other' }] }]);
  });
});
