// The widget's texts in French.
import type { Texts } from '../text-types.ts';

export const texts: Texts = {
  button: 'Rechercher',
  title: 'Rechercher sur ce site',
  placeholder: 'Rechercher dans la documentation',
  close: 'Fermer',
  clear: 'Effacer',
  filters: 'Filtres',
  recent: 'Recherches récentes',
  clearRecent: 'Effacer',
  forget: 'Retirer « {query} »',
  questions: 'Par exemple',
  results: 'Résultats',
  pages: { one: '{count} page', other: '{count} pages' },
  nothing: 'Aucun résultat pour « {query} »',
  nothingHint: 'Vérifiez l’orthographe, ou essayez avec moins de mots ou d’autres mots.',
  withoutFilters: 'Rechercher sans filtres',
  searching: 'Recherche en cours…',
  failed: 'La recherche n’a pas pu être chargée.',
  forbidden:
    'Les règles de cette page ({directive}) n’autorisent pas la recherche à charger {address}. Le responsable du site peut l’autoriser.',
  tryAgain: 'Réessayer',
  move: 'parcourir',
  choose: 'ouvrir',
  assistant: 'Assistant',
  ask: 'Demander à l’assistant : « {query} »',
};
