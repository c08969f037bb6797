// The widget in Arabic.
import type { Texts } from '../texts.ts';

export const texts: Texts = {
  button: 'بحث',
  title: 'البحث في هذا الموقع',
  placeholder: 'ابحث في الوثائق',
  close: 'إغلاق',
  clear: 'مسح',
  filters: 'عوامل التصفية',
  recent: 'عمليات البحث الأخيرة',
  clearRecent: 'مسح',
  forget: 'إزالة «{query}»',
  questions: 'أمثلة',
  results: 'النتائج',
  pages: {
    zero: 'لا صفحات',
    one: 'صفحة واحدة',
    two: 'صفحتان',
    few: '{count} صفحات',
    many: '{count} صفحة',
    other: '{count} صفحة',
  },
  nothing: 'لا نتائج لـ«{query}»',
  nothingHint: 'تحقق من الإملاء، أو جرّب كلمات أقل أو كلمات أخرى.',
  withoutFilters: 'البحث بدون تصفية',
  searching: 'جارٍ البحث…',
  failed: 'تعذّر تحميل البحث.',
  forbidden: 'قواعد هذه الصفحة ({directive}) لا تسمح للبحث بتحميل {address}. يمكن لمسؤول الموقع السماح بذلك.',
  tryAgain: 'إعادة المحاولة',
  move: 'تنقل',
  choose: 'فتح',
};
