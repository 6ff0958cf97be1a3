import { reasons } from '../reasons.js';
import { createFormat } from './format.js';
import type { AskUserTerminalLanguage } from '../terminal-types.js';
import type { AskUserLanguage } from '../types.js';

const OTHER = 'غير ذلك';
const QUESTIONS = {
  zero: 'لا أسئلة لدى {asker}',
  one: 'لدى {asker} سؤال واحد',
  two: 'لدى {asker} سؤالان',
  few: 'لدى {asker} # أسئلة',
  many: 'لدى {asker} # سؤالًا',
  other: 'لدى {asker} # سؤال',
};
const TITLE = {
  zero: 'لا أسئلة من {asker}',
  one: 'سؤال من {asker}',
  two: 'سؤالان من {asker}',
  few: '# أسئلة من {asker}',
  many: '# سؤالًا من {asker}',
  other: '# سؤال من {asker}',
};
const OPTIONS = {
  zero: 'لا خيارات أخرى',
  one: 'خيار آخر',
  two: 'خياران آخران',
  few: '# خيارات أخرى',
  many: '# خيارًا آخر',
  other: '# خيار آخر',
};
const LINES = {
  zero: 'لا أسطر أخرى',
  one: 'سطر آخر',
  two: 'سطران آخران',
  few: '# أسطر أخرى',
  many: '# سطرًا آخر',
  other: '# سطر آخر',
};
const CHARACTERS = {
  zero: 'لا أحرف',
  one: 'حرف واحد',
  two: 'حرفان',
  few: '# أحرف',
  many: '# حرفًا',
  other: '# حرف',
};
const DISCARD = {
  zero: 'هل تريد المغادرة من دون إجابة؟',
  one: 'هل تريد تجاهل إجابة واحدة؟',
  two: 'هل تريد تجاهل إجابتين؟',
  few: 'هل تريد تجاهل # إجابات؟',
  many: 'هل تريد تجاهل # إجابة؟',
  other: 'هل تريد تجاهل # إجابة؟',
};
const LONG = {
  zero: 'لا توجد إجابات طويلة.',
  one: 'إجابة واحدة طويلة. هل تريد الإرسال رغم ذلك؟',
  two: 'إجابتان طويلتان. هل تريد الإرسال رغم ذلك؟',
  few: '# إجابات طويلة. هل تريد الإرسال رغم ذلك؟',
  many: '# إجابة طويلة. هل تريد الإرسال رغم ذلك؟',
  other: '# إجابة طويلة. هل تريد الإرسال رغم ذلك؟',
};
const RANGE = {
  least: '{min} على الأقل',
  most: '{max} على الأكثر',
  between: 'من {min} إلى {max}',
  exactly: '{min} بالضبط',
};
// The bounds are isolated, because a sign or a hyphen between digits would otherwise change their order.
const SIZE = {
  least: ' لا يقل عن \u2066{min}\u2069',
  most: ' لا يزيد على \u2066{max}\u2069',
  between: ' من \u2066{min}\u2069 إلى \u2066{max}\u2069',
  exactly: '، وهو \u2066{min}\u2069',
};

/**
 * Creates the Arabic messages with the numbers of a region, such as `ar-EG` or `ar-SA`.
 *
 * @throws {RangeError} If the tag is invalid, such as `ar_EG`.
 */
export function createMessages(locale = 'ar'): AskUserLanguage {
  const { number, plural, range, list } = createFormat(locale);
  return {
    locale,
    asker: 'المساعد',
    title: (questions) => plural(questions, TITLE),
    ahead: 'يواصل {asker} العمل في هذه الأثناء. أجب متى شئت.',
    round: (round, answered) => `الجولة ${number(round)}، أُجيب عن ${number(answered)} حتى الآن`,
    preparing: '{asker} يُعدّ سؤالًا…',
    collapse: 'طي',
    expand: 'متابعة',
    writeMessage: 'كتابة رسالة بدلاً من ذلك',
    arrived: (asker, question, questions) =>
      questions === 1
        ? `لدى ${asker} سؤال: ${question}`
        : `${plural(questions, QUESTIONS).replace('{asker}', () => asker)}. الأول: ${question}`,
    card: (asker, question, questions) =>
      plural(questions, TITLE).replace('{asker}', () => (questions === 1 ? `${asker}: ${question}` : asker)),
    position: (position, questions) => `السؤال ${number(position)} من ${number(questions)}.`,
    tab: (position) => `السؤال ${number(position)}`,
    tabs: 'الأسئلة',
    tabState: (name, state) => `${name}، ${state}`,
    answered: 'تمت الإجابة عنه',
    skipped: 'تم تخطيه',
    missing: 'الإجابة ناقصة',
    invalid: 'الإجابة غير صالحة',
    answeredOf: (answered, questions) => `تمت الإجابة عن ${number(answered)} من ${number(questions)}`,
    place: (position, questions, answered) =>
      `السؤال ${number(position)} من ${number(questions)}، تمت الإجابة عن ${number(answered)}`,
    nextUnanswered: 'السؤال التالي بلا إجابة',
    chooseOne: 'اختر خيارًا واحدًا.',
    chooseMany: 'اختر كل ما ينطبق.',
    recommended: 'موصى به',
    noLabel: (position) => `الخيار ${number(position)} (بلا نص ظاهر)`,
    lookAlike: (label, position) => `${label} (الخيار ${number(position)})`,
    cleaned: 'الأحرف المخفية في هذا النص غير معروضة.',
    other: OTHER,
    otherHint: 'اكتب إجابتك',
    yourAnswer: 'إجابتك',
    more: (options) => plural(options, OPTIONS),
    filter: 'تصفية الخيارات',
    filterCount: (shown, options) => `الخيارات: ${number(shown)} من ${number(options)}`,
    filterNone: (other) => `لا يوجد خيار مطابق. غيّر كلمات التصفية${other ? ` أو اختر «${OTHER}»` : ''}.`,
    selectAll: (options) => `تحديد الكل (${number(options)})`,
    selectMore: (options) => `تحديد المزيد (${number(options)})`,
    selectedCount: (options) => `المحدد: ${number(options)}`,
    keyUnfilter: 'مسح التصفية',
    previewOf: (label) => `معاينة «${label}»`,
    previewPrompt: 'اختر خيارًا لعرض معاينته.',
    noPreview: 'لا توجد معاينة لهذا الخيار.',
    openLarger: 'عرض أكبر',
    close: 'إغلاق',
    counter: (length, limit) => `${plural(length, CHARACTERS)} (الحد المقترح: ${number(limit)})`,
    counterOver: (length, limit) =>
      `${plural(length, CHARACTERS)}، بزيادة ${number(length - limit)} على الحد المقترح (${number(limit)}). لن يُقتطع شيء.`,
    addNote: 'إضافة ملاحظة',
    note: 'ملاحظة (اختيارية)',
    clear: 'مسح الاختيار',
    skip: 'تخطي',
    missingOption: `اختر خيارًا أو اكتب إجابتك ضمن «${OTHER}».`,
    missingChoice: 'اختر خيارًا.',
    missingOther: 'اكتب إجابتك أو اختر خيارًا آخر.',
    missingText: 'اكتب إجابتك.',
    optional: 'اختياري.',
    removeNote: 'لا يمكن إرسال الملاحظة مع هذه الإجابة. غيّر الإجابة أو احذف الملاحظة.',
    chooseCount: (min, max) => `عدد الخيارات المطلوب: ${range(min, max, RANGE)}.`,
    typeLength: (min, max) => `عدد الأحرف المطلوب: ${range(min, max, RANGE)}.`,
    typeNumber: (whole, min, max) =>
      `اكتب ${whole ? 'عددًا صحيحًا' : 'عددًا'} بالأرقام \u20660-9\u2069${range(min, max, SIZE, String)}.`,
    typeFormat: {
      email: 'اكتب عنوان بريد إلكتروني بلا مسافات.',
      url: 'اكتب عنوان ويب كاملًا بلا مسافات.',
      date: 'اكتب التاريخ بترتيب السنة ثم الشهر ثم اليوم، مثل \u20662026-01-31\u2069.',
      'date-time': 'اكتب التاريخ والوقت، مثل \u20662026-01-31 09:30:00+03:00\u2069.',
    },
    review: 'مراجعة',
    reviewTitle: 'راجع إجاباتك',
    notAnswered: 'لم تتم الإجابة بعد',
    leftBlank: 'تُرك فارغًا',
    noAnswer: 'لا إجابة',
    quote: (text) => `«${text}»`,
    askBack: 'الاستفسار عن هذا',
    askBackField: 'استفسارك',
    askBackSend: 'إرسال الاستفسار',
    askBackWaiting: 'في انتظار الرد…',
    askBackReplied: (reply) => `الرد: ${reply}`,
    askBackFailed: 'لم يصل أي رد.',
    askBackCut: 'بقية الرد أطول من أن تُعرض.',
    askBackTooLong: (length, limit) =>
      `الحد الأقصى لطول الاستفسار بالأحرف: ${number(limit)}. الطول الحالي: ${number(length)}.`,
    discussThis: 'مناقشة هذا السؤال أولًا',
    discussThisTitle: 'هل تريد مناقشة هذا السؤال أولًا؟',
    discussAbout: (question) => `السؤال المطلوب مناقشته: «${question}»`,
    askedBack: 'استفساراتك',
    list,
    change: 'تغيير',
    answer: 'إجابة',
    changeName: (name, answered) => (answered ? `(الإجابة عن ${name})` : `(${name})`),
    useRecommended: (questions, isRest) =>
      isRest
        ? plural(questions, {
            one: 'استخدام الخيار الموصى به للسؤال المتبقي',
            two: 'استخدام الخيار الموصى به للسؤالين المتبقيين',
            other: 'استخدام الخيار الموصى به للأسئلة المتبقية (#)',
          })
        : plural(questions, {
            one: 'استخدام الخيار الموصى به لسؤال واحد',
            two: 'استخدام الخيار الموصى به لسؤالين',
            few: 'استخدام الخيار الموصى به لعدد # أسئلة',
            many: 'استخدام الخيار الموصى به لعدد # سؤالًا',
            other: 'استخدام الخيار الموصى به لعدد # سؤال',
          }),
    takeRecommended: (options) =>
      plural(options, {
        one: 'استخدام هذا الخيار',
        two: 'استخدام هذين الخيارين',
        other: 'استخدام هذه الخيارات (#)',
      }),
    tookRecommended: (questions) =>
      plural(questions, {
        one: 'استُخدم الخيار الموصى به لسؤال واحد.',
        two: 'استُخدم الخيار الموصى به لسؤالين.',
        few: 'استُخدم الخيار الموصى به لعدد # أسئلة.',
        many: 'استُخدم الخيار الموصى به لعدد # سؤالًا.',
        other: 'استُخدم الخيار الموصى به لعدد # سؤال.',
      }),
    undoRecommended: 'تراجع',
    corrected: 'يُرسَل تغييرك كرسالة.',
    sendLate: 'إرسال كرسالة',
    sentLate: 'أُرسلت إجاباتك كرسالة.',
    submit: 'إرسال',
    submitAll: 'إرسال الإجابات',
    next: 'التالي',
    back: 'رجوع',
    cancel: 'إلغاء',
    decline: 'رفض الإجابة',
    discuss: 'المناقشة أولًا',
    retry: 'إعادة المحاولة',
    sending: 'جارٍ الإرسال…',
    discardTitle: (answers) => plural(answers, DISCARD),
    discardText: (asker) => `سيعلم ${asker} أنك ألغيت.`,
    declineText: (asker) => `سيعلم ${asker} أنك رفضت الإجابة.`,
    keepAnswering: 'متابعة الإجابة',
    discard: 'تجاهل',
    leave: 'المغادرة من دون إجابة',
    askBackUnsent: 'لن يُرسَل استفسارك.',
    longTitle: (lengths) =>
      lengths.length === 1
        ? `الإجابة طويلة (${plural(lengths[0] ?? 0, CHARACTERS)}). هل تريد الإرسال رغم ذلك؟`
        : plural(lengths.length, LONG),
    longItem: (name, length) => `${name}: ${plural(length, CHARACTERS)}`,
    longText: 'تُرسَل الإجابات الطويلة كاملةً.',
    edit: 'تعديل الإجابة',
    submitAnyway: 'الإرسال رغم ذلك',
    failed: (status) =>
      status === 'answered' ? 'لم تُرسَل إجاباتك. ما زالت هنا.' : 'تعذّر الإرسال. كل ما أدخلته ما زال هنا.',
    settled: {
      answered: 'أجبت عن أسئلة {asker}',
      declined: 'رفضت طلب {asker}',
      discussed: 'طلبت مناقشة أسئلة {asker} أولًا',
      cancelled: 'ألغيت طلب {asker}',
      aborted: 'لم يعد {asker} بحاجة إلى إجابة',
      superseded: 'استُبدل طلب {asker}',
      connectionLost: 'انقطع الاتصال مع {asker}',
      timedOut: 'انتهت مهلة طلب {asker}',
      unavailable: 'تعذّر عرض طلب {asker}',
      invalid: 'تعذّرت قراءة طلب {asker}',
    },
    reason: reasons('سبق أن تمت الإجابة في مكان آخر.', 'لم يعد الوكيل ينتظر إجابة.'),
    notSent: 'لم تُستخدم إجابتك. ما زال بإمكانك نسخها.',
    keyChoose: 'اختيار',
    keyToggle: 'تحديد',
    keyContinue: { submit: 'إرسال', next: 'التالي', review: 'مراجعة' },
    keySend: 'إرسال',
    keyNewLine: 'سطر جديد',
    keyCancel: 'إلغاء',
    keyFocus: 'الإجابة',
    previewFrom: (label, asker) => `معاينة «${label}» من ${asker}`,
    showText: 'عرض كنص',
    showPicture: 'عرض كصورة',
    submitPartial: 'إرسال ما أجبت عنه',
    partialText: (missing, questions, asker) =>
      `يبقى ${number(missing)} من ${number(questions)} من الأسئلة بلا إجابة. سيعلم ${asker} ذلك.`,
    discussTitle: 'هل تريد مناقشة الأسئلة أولًا؟',
    discussWhat: 'ما الذي يجب توضيحه أولًا؟ (اختياري)',
    discussText: (asker) => `تُرسَل رسالتك وإجاباتك حتى الآن إلى ${asker}. لم تُعتمد الإجابات بعد.`,
    discussSend: 'إرسال ومناقشة',
    discussUnsent: 'لن تُرسَل رسالتك.',
    showAll: 'عرض الكل',
    showLess: 'عرض أقل',
    questionCount: (questions) =>
      plural(questions, { one: 'سؤال واحد', two: 'سؤالان', few: '# أسئلة', many: '# سؤالًا', other: '# سؤال' }),
    noFiles: 'لا يمكن إرسال الملفات مع هذه الإجابة. صِف الملف أو اذكر مساره.',
    carried: (answers, questions) =>
      questions === 1
        ? 'سبق أن أجبت عن هذا السؤال.'
        : `عدد ما سبق أن أجبت عنه من هذه الأسئلة: ${number(answers)} من ${number(questions)}.`,
    carriedUse: 'استخدام إجاباتي',
    carriedDismiss: 'إخفاء',
    carriedUsed: 'أُدرجت إجاباتك السابقة. لم يُرسل شيء.',
    carriedUndo: 'إزالتها من جديد',
    carriedChanged: 'تغيّر منذ إجابتك: راجعه من جديد.',
    carriedLeft: 'كتبت هذا أيضًا. يمكنك نسخه.',
    moreWaiting: (requests) =>
      plural(requests, {
        zero: 'لا طلبات أخرى في الانتظار',
        one: 'طلب آخر في الانتظار',
        two: 'طلبان آخران في الانتظار',
        few: '# طلبات أخرى في الانتظار',
        many: '# طلبًا آخر في الانتظار',
        other: '# طلب آخر في الانتظار',
      }),
    canWait: (requests) =>
      plural(requests, {
        zero: 'لا طلبات يمكنها الانتظار',
        one: 'طلب واحد يمكنه الانتظار',
        two: 'طلبان يمكنهما الانتظار',
        few: '# طلبات يمكنها الانتظار',
        many: '# طلبًا يمكنها الانتظار',
        other: '# طلب يمكنها الانتظار',
      }),
    answerNow: 'أجب',
    nextAsker: 'التالي: {asker}',
    elsewhere: {
      answered: (by) => `تمت الإجابة ${by ? `بواسطة ${by}` : 'في نافذة أخرى'}`,
      cancelled: (by) => `تم الإلغاء ${by ? `بواسطة ${by}` : 'في نافذة أخرى'}`,
      declined: (by) => `تم الاعتذار عن الإجابة ${by ? `بواسطة ${by}` : 'في نافذة أخرى'}`,
      discussed: (by) => (by ? `طلب ${by} مناقشة الأسئلة أولًا` : 'طُلبت مناقشة الأسئلة في نافذة أخرى'),
    },
    unreached: 'كان الوكيل قد تابع عمله ولم يتلقَّ ذلك',
    orphaned: 'توقف الوكيل',
    orphanedText: 'لا أحد ينتظر هذه الإجابة.',
    nextQuestion: 'السؤال التالي',
    offline: 'انقطع الاتصال. تجري إعادة الاتصال…',
    online: 'عاد الاتصال.',
    reconnect: 'إعادة الاتصال',
    unauthorized: 'لقد سُجّل خروجك. سجّل الدخول ثم حاول مرة أخرى.',
    forbidden: 'ليس لديك إذن بالإجابة.',
    misdirected: 'لا يقبل الخادم عنوان هذه الصفحة.',
    kept: 'إجاباتك محفوظة.',
    tooLarge: 'إجاباتك أطول من أن تُرسَل. اختصرها ثم حاول مرة أخرى.',
    rejected: 'لم يقبل الخادم إجاباتك. عدّلها ثم حاول مرة أخرى.',
    restored: 'تمت استعادة ما أدخلته سابقًا.',
    startOver: 'البدء من جديد',
    startedOver: 'تمت إزالة ما أدخلته سابقًا.',
    undo: 'تراجع',
    waitingTitle: (requests) => `(${number(requests)})`,
    notice: (asker) => (asker ? `لدى ${asker} سؤال` : 'هناك سؤال بانتظارك'),
  };
}

/** The Arabic messages. */
export const ar: AskUserLanguage = /* @__PURE__ */ createMessages();

/** Creates the Arabic messages of a terminal with the numbers of a region, as `createMessages` does. */
export function createTerminalMessages(locale = 'ar'): AskUserTerminalLanguage {
  const { plural } = createFormat(locale);
  return {
    ...createMessages(locale),
    hintTo: (action) => action,
    hintChoose: 'اختيار',
    hintToggle: 'تحديد',
    hintSubmit: 'إرسال',
    hintNext: 'التالي',
    hintSend: 'إرسال',
    hintNewLine: 'سطر جديد',
    hintCancel: 'إلغاء',
    hintSelect: 'اختيار',
    hintNavigate: 'تنقّل',
    hintQuickSelect: 'اختيار سريع',
    hintConfirm: 'تأكيد',
    hintSwitch: 'تبديل',
    hintGoBack: 'رجوع',
    hintList: 'إلى القائمة',
    hintShowAll: 'عرض الكل',
    hintRetry: 'إعادة المحاولة',
    hintChange: 'تغيير',
    hintGo: 'انتقال',
    hintFilter: 'تصفية',
    hintAll: 'تحديد الكل',
    hintClear: 'مسح الاختيار',
    hintSkip: 'تخطي',
    hintNote: 'ملاحظة',
    hintAskBack: 'الاستفسار عن هذا',
    hintDiscussThis: 'مناقشة هذا',
    hintDecline: 'رفض',
    hintDiscuss: 'مناقشة',
    hintQuestions: 'الأسئلة',
    hintNextUnanswered: 'السؤال التالي بلا إجابة',
    hintUseRecommended: 'استخدام الموصى به',
    hintUndoRecommended: 'إزالة الموصى به',
    hintUseCarried: 'استخدام إجاباتي',
    hintUndoCarried: 'إزالتها من جديد',
    hintDismissCarried: 'إخفاء إجاباتي',
    hintQuit: 'مرة أخرى للخروج',
    moreLines: (lines, key) => `${plural(lines, LINES)} (${key})`,
    htmlPreview: 'المعاينة صفحة ويب لا يمكن للطرفية عرضها.',
    htmlPreviewWeb: 'المعاينة صفحة ويب. استخدم --web لعرضها.',
    waitIn: (file) => `الأسئلة تنتظر في ${file}`,
  };
}

/** The Arabic messages of a terminal. */
export const arTerminal: AskUserTerminalLanguage = /* @__PURE__ */ createTerminalMessages();
