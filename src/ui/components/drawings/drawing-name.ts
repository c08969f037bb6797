// Names of the line drawings for empty lists.
export type DrawingName = 'library' | 'search' | 'chats' | 'runs' | 'tools' | 'servers';
