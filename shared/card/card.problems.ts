import { problems } from '#shared/kit/problem.ts'

export const cardProblemList = problems('card', {
  notFound: [24001, '答题卡不存在或已删除'],
  noQuestions: [24002, '试卷还没有题目，请先在“试卷与答案”中添加题目'],
  strangeQuestion: [24003, '第{number}题不是本试卷的题目，请同步试卷题目后再保存'],
  /** A bracketed list: each entry is a mistake of the design or a difference from the paper. */
  notReady: [24004, '{detail}'],
  /** The messages of the layout (spec 2 §8). */
  noLayout: [24005, '{detail}'],
  notPublished: [24006, '答题卡还没有发布，请先发布再打印'],
  noStudents: [24007, '所选班级没有考生'],
  badNumber: [24008, '{detail}'],
  hasScans: [24009, '考试已有扫描数据，不能删除答题卡；请先删除扫描批次'],
  otherCard: [24010, '这份试卷已有另一张答题卡，不能恢复'],
  codeUnknown: [24011, '没有找到这个编号的答题卡，请检查后重试'],
  noSuchPage: [24012, '这张答题卡没有第{page}页'],
  /** A card that a newer designer made: saving it here would lose what this one does not know. */
  newerVersion: [24013, '{detail}'],
  tooMany: [24014, '答题卡最多{most}道题，现有{count}道'],
  /** A bracketed list of what is wrong with a list of seats. */
  badSeats: [24015, '{detail}'],
  othersUnpublished: [24016, '{courses}的答题卡还没有发布，请先发布或不选这些学科'],
  noSuchPdf: [24017, '这份打印文件不存在或已删除'],
  foreignUpload: [24018, '这个文件不是您上传的，请重新上传'],
  unreadableScan: [24019, '{detail}'],
  ticketSpent: [24020, '链接无效、已使用过或已过期，请重新生成'],
  locked: [24021, '{who}已于{when}锁定这张答题卡，请先解锁再修改'],
  notYourLock: [24022, '这张答题卡由{who}锁定，只有本人或管理员可以解锁'],
  notDeleted: [24023, '请先删除答题卡，再从回收站中彻底删除'],
  everPublished: [24024, '这张答题卡发布过，要留着识别已经印好的卷子，不能彻底删除'],
  /** Answers that the paper's own rules do not take. */
  badAnswers: [24025, '{detail}'],
  /** Why a picture was not taken. */
  badPicture: [24026, '{detail}'],
  strangePicture: [24027, '图片“{name}”不是这张答题卡的，请删除后重新上传'],
  noResults: [24028, '还没有发布成绩，发布后才能打印批阅后的答题卡'],
})
