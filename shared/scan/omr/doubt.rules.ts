/** What each doubt of the recogniser means and what to do, for people. */
import type { DoubtKind } from './omr.types.ts'

export const readingTexts: Record<DoubtKind, { name: string; todo: string }> = {
  unreadable: { name: '文件打不开', todo: '按提示重新扫描或重新保存后再上传，然后作废这一项' },
  noAnchors: { name: '找不到定位点', todo: '请平整放置答题卡重新扫描，然后作废这一页' },
  foreignCard: { name: '不是本次答题卡', todo: '确认是本次考试的答题卡则指定考生，否则作废' },
  otherExam: { name: '其他考试的答题卡', todo: '请放到对应考试中上传，然后作废这一页' },
  blankPage: { name: '空白页', todo: '请看整页：确实空白才作废；有字迹就放平、调深后重新扫描，再作废这一张' },
  scale: { name: '打印比例不对', todo: '请核对识别结果，无误则确认' },
  twoPages: { name: '一张图里有两页', todo: '两页叠在一起，无法自动分开：请把两页分开放平重新扫描，然后作废这一页' },
  unknownStudent: { name: '考号不在名单中', todo: '请按姓名或考号指定考生' },
  studentNumber: { name: '考号有疑问', todo: '请对照姓名和填涂指定考生' },
  duplicate: { name: '重复', todo: '请比较两张扫描件，选择保留哪一张' },
  missingPage: { name: '缺页', todo: '请补扫缺少的页；确实没有交则确认缺页' },
  doubleMark: { name: '单选题多选', todo: '请看图确认考生选了什么' },
  faintMark: { name: '填涂不清', todo: '请看图确认考生选了什么' },
  stain: { name: '有污迹', todo: '请看图确认考生选了什么' },
  pageMark: { name: '页码有疑问', todo: '请核对页码，无误则指定考生，否则作废' },
}
