// Languages of the interface. English is the source; the widget has the same ones.
export const UI_LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'ja', 'zh'] as const;
export type UiLanguage = (typeof UI_LANGUAGES)[number];
