import { problems } from '#shared/kit/problem.ts'

/** Numbers from 24501: the card's own grow beside them. */
export const templateProblems = problems('card', {
  templateNotFound: [24501, '模板不存在或已删除'],
  templateLocked: [24502, '模板已由{who}锁定，请等其解锁后再编辑'],
  templateNoPage: [24503, '模板没有第{page}页'],
  templateManyPages: [24504, '模板最多20页，现有{count}页'],
  templateIllegal: [24505, '{detail}'],
  templateInUse: [24506, '有{count}份试卷正在使用这个模板，不能删除'],
  templateNotPublished: [24507, '模板还没有发布，请先发布再使用'],
  templateUnlike: [24508, '{detail}'],
  templateUnreadable: [24509, '{detail}'],
  templateNothingFound: [24510, '在这里没有找到{what}，请放大区域或手动绘制'],
  templateHasScans: [24511, '考试已有扫描数据，不能更换模板；请先删除扫描批次'],
  templateCorners: [24512, '四个角要按左上、右上、右下、左下的顺序围住纸面，请重新拖动'],
  templatePaperHasQuestions: [24513, '试卷已有题目，不能再由模板生成'],
})
