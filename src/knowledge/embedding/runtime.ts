// What runs the model, once: transformers.js takes the runtime that it finds here in place of a copy of its own. To be
// imported before it.
import * as runtime from 'onnxruntime-web/webgpu';

Object.assign(globalThis, { [Symbol.for('onnxruntime')]: runtime });

export const { InferenceSession, Tensor, env } = runtime;
