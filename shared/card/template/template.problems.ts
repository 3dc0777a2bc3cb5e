import { problems } from '#shared/kit/problem.ts'

export const templateProblems = problems('card', {
  templateNotFound: '模板不存在或已删除',
  templateLocked: '模板已由{who}锁定，请等其解锁后再编辑',
  templateNoPage: '模板没有第{page}页',
  templateManyPages: '模板最多20页，现有{count}页',
  templateIllegal: '{detail}',
  templateInUse: '有{count}份试卷正在使用这个模板，不能删除',
  templateNotPublished: '模板还没有发布，请先发布再使用',
  templateUnlike: '{detail}',
  templateUnreadable: '{detail}',
  templateNothingFound: '在这里没有找到{what}，请放大区域或手动绘制',
  templateHasScans: '考试已有扫描数据，不能更换模板；请先删除扫描批次',
  templateCorners: '四个角要按左上、右上、右下、左下的顺序围住纸面，请重新拖动',
  templatePaperHasQuestions: '试卷已有题目，不能再由模板生成',
})
