// The widget's texts in Chinese.
import type { Texts } from '../text-types.ts';

export const texts: Texts = {
  button: '搜索',
  title: '搜索本站',
  placeholder: '搜索文档',
  close: '关闭',
  clear: '清除',
  filters: '筛选',
  recent: '最近搜索',
  clearRecent: '清除',
  forget: '移除“{query}”',
  questions: '试试这些问题',
  results: '搜索结果',
  pages: { other: '{count} 个页面' },
  nothing: '没有找到“{query}”',
  nothingHint: '请检查拼写，或减少、更换关键词。',
  withoutFilters: '不使用筛选进行搜索',
  searching: '正在搜索…',
  failed: '无法加载搜索。',
  forbidden: '此页面的规则（{directive}）不允许搜索加载 {address}。网站管理者可以允许它。',
  tryAgain: '重试',
  move: '移动',
  choose: '打开',
  assistant: '助手',
  ask: '询问助手：“{query}”',
};
