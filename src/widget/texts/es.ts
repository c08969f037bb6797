// The widget's texts in Spanish.
import type { Texts } from '../text-types.ts';

export const texts: Texts = {
  button: 'Buscar',
  title: 'Buscar en este sitio',
  placeholder: 'Buscar en la documentación',
  close: 'Cerrar',
  clear: 'Borrar',
  filters: 'Filtros',
  recent: 'Búsquedas recientes',
  clearRecent: 'Borrar',
  forget: 'Quitar «{query}»',
  questions: 'Por ejemplo',
  results: 'Resultados',
  pages: { one: '{count} página', other: '{count} páginas' },
  nothing: 'No hay resultados para «{query}»',
  nothingHint: 'Revise la ortografía, o pruebe con menos palabras o con otras.',
  withoutFilters: 'Buscar sin filtros',
  searching: 'Buscando…',
  failed: 'No se pudo cargar la búsqueda.',
  forbidden:
    'Las reglas de esta página ({directive}) no permiten que la búsqueda cargue {address}. El responsable del sitio puede permitirlo.',
  tryAgain: 'Reintentar',
  move: 'mover',
  choose: 'abrir',
  assistant: 'Asistente',
  ask: 'Preguntar al asistente: «{query}»',
};
