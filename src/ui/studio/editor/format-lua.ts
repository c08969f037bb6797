// Formats Lua with StyLua, a wasm module that loads on first use.
import init, { format } from '@wasm-fmt/lua_fmt/vite';
import { Failure } from '../../../core/errors.ts';
import { firstProblem, STYLE } from './format-lua-style.ts';

/**
 * @throws Failure `bad_request` with the place when the text is invalid, `unavailable` when the formatter did not
 *   load.
 */
export async function formatLua(source: string): Promise<string> {
  try {
    await init();
  } catch (error) {
    throw new Failure('unavailable', `Couldn’t load the formatter: ${String(error)}. Try again when online.`);
  }
  try {
    return format(source, STYLE);
  } catch (error) {
    throw new Failure('bad_request', `Not formatted: ${firstProblem(String(error))}`);
  }
}
