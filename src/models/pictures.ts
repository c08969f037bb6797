// Pictures in a request, and the request without them for models without image input.
import type { Picture } from '../core/picture.ts';
import type { Model, ModelMessage, ModelRequest } from './model.ts';

export function picturesIn({ messages }: Pick<ModelRequest, 'messages'>): Picture[] {
  return messages.flatMap((message) => (message.role === 'user' ? (message.pictures ?? []) : []));
}

export interface WithoutPictures {
  request: ModelRequest;
  /** They contained text, which is now in the request. */
  read: boolean;
}

/** Tells the model that there were pictures, so that it does not deny them, and adds their recognised text. */
export async function withoutPictures(request: ModelRequest): Promise<WithoutPictures> {
  let read = false;
  const messages: ModelMessage[] = [];
  for (const message of request.messages) {
    if (message.role !== 'user' || !message.pictures?.length) {
      messages.push(message);
      continue;
    }
    const { pictures, text } = message;
    const names = pictures.map(({ title }) => JSON.stringify(title)).join(', ');
    const said = [`${text}\n\n(Attached pictures, which you cannot see: ${names})`];
    for (const picture of pictures) {
      const found = (await request.readPicture?.(picture)) ?? '';
      if (found !== '')
        said.push(
          `(Text recognised in ${JSON.stringify(picture.title)}, which may have wrong letters: ${JSON.stringify(found)})`,
        );
      read ||= found !== '';
    }
    messages.push({ role: 'user', text: said.join('\n\n') });
  }
  return { request: { ...request, messages }, read };
}

/** Wraps a model without image input: it is asked without pictures, and reports that first. */
export function leavingPicturesOut(model: Model): Model {
  return {
    ...model,
    id: model.id,
    get contextWindow() {
      return model.contextWindow;
    },
    async *stream(request, signal) {
      let untold = picturesIn(request).length > 0;
      const asked = await withoutPictures(request);
      for await (const event of model.stream(asked.request, signal)) {
        const isBegun = event.type !== 'waiting' && event.type !== 'downloading';
        if (untold && isBegun) yield { type: 'without_pictures', read: asked.read };
        untold &&= !isBegun;
        yield event;
      }
    },
  };
}
