// Hints about errors of Lua. Each message is the real one of the virtual machine.
import { expect, it } from 'vitest';
import { scriptHint } from '../../core/script-hint.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

it.each([
  ['tool = {\n  name = "a"\n  version = "1",\n}', 'A comma is probably missing before version.'],
  ['tool = { { name = "a" } { name = "b" } }', 'A comma is probably missing before {.'],
  ['tool = {}\nfunction tool.execute()\n  return 1', 'An end is missing: it closes the function of line 2.'],
  ['if x == 1 return 2 end', 'An if needs a then after its condition: if x == 1 then … end.'],
  ['local x = "abc', 'The quotation mark at the end is missing. [[ … ]] holds several lines.'],
  ['local x = 1\nif x != 2 then end', 'In Lua, write ~= instead of != and “not” instead of !.'],
  ['local x = true && false', 'In Lua, write “and” instead of &&.'],
  ['x += 1', 'Lua has no += and ++: write x = x + 1.'],
  ['tool = { name: "a" }', 'In Lua, write = between a key and its value: name = "a".'],
])('explains the syntax error of %j', async (source, hint) => {
  const { message = '' } = await trial.script(source);
  expect([message, scriptHint({ code: 'bad_request', message })]).toEqual([message, hint]);
});

it.each([
  ['local answer\nreturn answer.value', 'answer is nil: it was never set'],
  ['return context.serch("x")', 'No function is called serch here'],
  ['local s = ("x"):uper()', 'No function is called uper here'],
  ['return "a" .. params.b', 'b is nil. Write (b or "") where it may be missing.'],
  ['return "a" .. nil', 'A value here is nil. Write (value or "") where it may be missing.'],
  ['return {} + 1', 'A value here has the type table, not number.'],
  ['local t = {}\nreturn "a" .. t', 't is not a string. Use json.encode(t).'],
  ['return params.a + 1', 'a is nil, not a number.'],
  ['local x = "three"\nreturn x + 1', 'One of the values is a string. tonumber(…) converts it to a number.'],
  ['return 1 < "2"', 'One side is a number, the other a string.'],
])('explains the error of %j', async (body, hint) => {
  const { message = '' } = await trial.body(body);
  expect([message, scriptHint({ code: 'tool_error', message })]).toEqual([
    message,
    expect.stringContaining(hint),
  ]);
});

it('says nothing about an error that the script made itself', async () => {
  const { message = '' } = await trial.body('error("GitHub answered with status 404")');
  expect(scriptHint({ code: 'tool_error', message })).toBeUndefined();
});

it('gives its words to a translation, with the found names as values', () => {
  const hint = scriptHint(
    { code: 'tool_error', message: "attempt to index a nil value (local 'answer')" },
    (text, ...values) => `${text.join('·')} ${values.join()}`,
  );
  expect(hint).toContain('· is nil: it was never set');
  expect(hint).toContain('answer,answer');
});
