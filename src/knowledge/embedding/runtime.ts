// The single copy of the model's runtime: transformers.js uses this one instead of its own. Import it before
// transformers.js.
import * as runtime from 'onnxruntime-web/webgpu';

Object.assign(globalThis, { [Symbol.for('onnxruntime')]: runtime });

export const { InferenceSession, Tensor, env } = runtime;
