// Linked tools: file changes are adopted, saves are written, and nothing is lost or overwritten without asking.
import { describe, expect, it } from 'vitest';
import { FIRST, linkedFile, script, SECOND, toolOf } from './link-rig.test-support.ts';

describe('a linked file', () => {
  it('becomes a new revision when it changes, and not otherwise', async () => {
    const { disk, look, source, trouble, puts } = await linkedFile();
    const [before, writes] = [source(), puts()];
    await look();
    expect(source()).toBe(before);
    expect(puts()).toBe(writes);
    disk.put('weather.lua', SECOND);
    await look();
    expect(source()).toBe(SECOND);
    expect(trouble()).toBeUndefined();
  });

  it("brings neither grants nor settings: the user's choices stay, and an author's request for approval applies", async () => {
    const chosen = {
      hosts: ['api.example.com'],
      writes: true,
      config: { key: '${KEY}' },
      limits: { hostCalls: 3 },
    };
    const { disk, look, kept } = await linkedFile({ ...chosen, files: { 'lib/x.lua': 'return {}' } });
    disk.put('weather.lua', script('weather', 'return 3', 'approve hosts=evil.example'));
    await look();
    expect(kept.get('weather')).toMatchObject({
      ...chosen,
      policy: 'ask',
      files: { 'lib/x.lua': 'return {}' },
    });
    expect(kept.get('weather')?.spec.hosts).toEqual(['evil.example']);
  });

  it('with an error keeps the last valid version in use, shows where, and is adopted once fixed', async () => {
    const { disk, look, source, trouble } = await linkedFile();
    disk.put('weather.lua', script('weather', 'broken'));
    await look();
    expect(source()).toBe(FIRST);
    expect(trouble()).toMatchObject({ kind: 'broken', message: expect.stringMatching(/weather\.lua:2/) });
    disk.put('weather.lua', SECOND);
    await look();
    expect(source()).toBe(SECOND);
    expect(trouble()).toBeUndefined();
  });

  it('is retried when the sandbox failed', async () => {
    const { disk, look, trouble, source } = await linkedFile();
    disk.put('weather.lua', script('weather', 'slow'));
    expect(await look()).toBe(false);
    expect([trouble()?.kind, source()]).toEqual(['broken', FIRST]);
    disk.put('weather.lua', SECOND);
    expect(await look()).toBe(true);
    expect([trouble(), source()]).toEqual([undefined, SECOND]);
  });

  it('that changes under unsaved changes is noticed, and a save asks before overwriting it', async () => {
    const { disk, look, source, trouble, drafts, engine, kept } = await linkedFile();
    drafts.add('weather');
    disk.put('weather.lua', SECOND);
    await look();
    expect(source()).toBe(SECOND);
    expect(trouble()?.kind).toBe('clash');
    const mine = script('weather', 'return "mine"');
    const save = async (over: boolean) =>
      engine.save(
        'folder-weather',
        async () => {
          const tool = toolOf(mine);
          kept.set('weather', tool);
          return tool;
        },
        over,
      );
    expect(await save(false)).toBe('asks');
    expect([source(), disk.files.get('weather.lua')]).toEqual([SECOND, SECOND]);
    expect(await save(true)).toBe('saved');
    expect([source(), disk.files.get('weather.lua')]).toEqual([mine, mine]);
    expect(trouble()).toBeUndefined();
  });

  it("is overwritten without another question after the user's consent", async () => {
    const { disk, look, trouble, drafts, engine } = await linkedFile();
    drafts.add('weather');
    disk.put('weather.lua', SECOND);
    await look();
    await engine.keepMine('folder-weather');
    expect(trouble()).toBeUndefined();
    expect(await engine.save('folder-weather', async () => toolOf(FIRST))).toBe('saved');
    expect(disk.files.get('weather.lua')).toBe(FIRST);
  });

  it('found changed by a save is not written', async () => {
    const { disk, engine, drafts } = await linkedFile();
    drafts.add('weather');
    disk.put('weather.lua', SECOND);
    let worked = false;
    const outcome = await engine.save('folder-weather', async () => {
      worked = true;
      return toolOf(FIRST);
    });
    expect([outcome, worked, disk.files.get('weather.lua')]).toEqual(['asks', false, SECOND]);
  });

  it('that changes during a save is not written; the tool is saved, and the user chooses between the two', async () => {
    const { disk, engine, trouble, kept, source } = await linkedFile();
    const mine = script('weather', 'return "mine"');
    const outcome = await engine.save('folder-weather', async () => {
      disk.put('weather.lua', SECOND);
      const tool = toolOf(mine);
      kept.set('weather', tool);
      return tool;
    });
    expect([outcome, disk.files.get('weather.lua'), source()]).toEqual(['unwritten', SECOND, mine]);
    expect(trouble()).toMatchObject({ kind: 'apart', message: expect.stringMatching(/changed during/) });
    await engine.takeFile('folder-weather');
    expect([source(), trouble()]).toEqual([SECOND, undefined]);
  });

  it('that cannot be written keeps its text; the tool is saved, and the reason is shown', async () => {
    const { disk, engine, trouble, look } = await linkedFile();
    disk.writeFails = 'NotAllowedError';
    expect(await engine.save('folder-weather', async () => toolOf(SECOND))).toBe('unwritten');
    expect(disk.files.get('weather.lua')).toBe(FIRST);
    expect(trouble()?.message).toBe('Could not write weather.lua. Perilune has no permission to write it.');
    await look();
    expect(disk.files.get('weather.lua')).toBe(FIRST);
  });

  it('is verified after writing', async () => {
    const { disk, engine, trouble } = await linkedFile();
    const put = disk.put.bind(disk);
    disk.put = (path) => put(path, 'half');
    expect(await engine.save('folder-weather', async () => toolOf(SECOND))).toBe('unwritten');
    expect(trouble()?.message).toMatch(/does not contain the text that was written/);
  });

  it('does not follow a tool changed here, nor the other way round, until the user chooses', async () => {
    const { disk, look, kept, trouble, source, engine } = await linkedFile();
    const other = script('weather', 'return "restored"');
    kept.set('weather', toolOf(other));
    await look();
    expect(trouble()?.kind).toBe('apart');
    disk.put('weather.lua', SECOND);
    await look();
    expect([source(), disk.files.get('weather.lua')]).toEqual([other, SECOND]);
    expect(await engine.save('folder-weather', async () => kept.get('weather'))).toBe('asks');
    expect(await engine.save('folder-weather', async () => kept.get('weather'), true)).toBe('saved');
    expect(disk.files.get('weather.lua')).toBe(other);
  });

  it('with another tool name changes nothing: another name is another tool', async () => {
    const { disk, look, trouble, source, kept } = await linkedFile();
    disk.put('weather.lua', script('calculator'));
    await look();
    expect([source(), kept.has('calculator')]).toEqual([FIRST, false]);
    expect(trouble()).toMatchObject({ kind: 'renamed', message: expect.stringMatching(/calculator/) });
  });

  it('stays linked to a tool that was renamed here', async () => {
    const { engine, link, disk, kept, look } = await linkedFile();
    const renamed = toolOf(script('forecast'));
    kept.set('forecast', renamed);
    kept.delete('weather');
    expect(await engine.save('folder-weather', async () => renamed)).toBe('saved');
    expect(link()?.tools).toMatchObject([{ folder: 'folder-forecast' }]);
    disk.put('weather.lua', script('forecast', 'return 9'));
    await look();
    expect(kept.get('forecast')?.source).toMatch(/return 9/);
  });

  it('that is missing or unreadable is reported; the tool stays, and continues when the file returns', async () => {
    const { disk, look, link, source } = await linkedFile();
    disk.files.delete('weather.lua');
    await look();
    expect(link()?.trouble?.kind).toBe('missing');
    disk.put('weather.lua', FIRST);
    disk.read = 'prompt';
    await look();
    expect(link()?.trouble).toEqual({
      kind: 'permission',
      message: 'Perilune no longer has permission to read weather.lua.',
    });
    disk.read = 'granted';
    disk.put('weather.lua', SECOND);
    await look();
    expect([link()?.trouble, source()]).toEqual([undefined, SECOND]);
  });

  it('is left alone once unlinked', async () => {
    const { engine, disk, look, links, source } = await linkedFile();
    await engine.unlink('folder-weather');
    disk.put('weather.lua', SECOND);
    await look();
    expect([links.size, source()]).toEqual([0, FIRST]);
    expect(await engine.save('folder-weather', async () => toolOf(FIRST))).toBe('saved');
    expect(disk.files.get('weather.lua')).toBe(SECOND);
  });

  it('never restores a tool that was removed here', async () => {
    const { disk, look, kept } = await linkedFile();
    kept.delete('weather');
    disk.put('weather.lua', SECOND);
    await look();
    expect(kept.size).toBe(0);
  });
});
