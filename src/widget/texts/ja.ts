// The widget's texts in Japanese.
import type { Texts } from '../text-types.ts';

export const texts: Texts = {
  button: '検索',
  title: 'このサイトを検索',
  placeholder: 'ドキュメントを検索',
  close: '閉じる',
  clear: '消去',
  filters: '絞り込み',
  recent: '最近の検索',
  clearRecent: '消去',
  forget: '「{query}」を削除',
  questions: '質問の例',
  results: '検索結果',
  pages: { other: '{count} ページ' },
  nothing: '「{query}」は見つかりませんでした',
  nothingHint: '表記を確かめるか、語を減らすか、別の語でお試しください。',
  withoutFilters: '絞り込みなしで検索',
  searching: '検索中…',
  failed: '検索を読み込めませんでした。',
  forbidden:
    'このページの規則（{directive}）により、検索は {address} を読み込めません。サイトの管理者が許可できます。',
  tryAgain: '再試行',
  move: '移動',
  choose: '開く',
  assistant: 'アシスタント',
  ask: 'アシスタントに質問：「{query}」',
};
