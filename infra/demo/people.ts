/** Names for the demo: common surnames by their share, given names of one or two characters, a few rare ones that print badly. */
import { diceOf } from './paper/seed.ts'
import type { Dice } from './paper/seed.ts'

const surnames =
  '王王王王王李李李李李张张张张张刘刘刘刘陈陈陈陈杨杨杨黄黄黄赵赵吴吴周周徐徐孙孙马马朱朱胡胡郭郭何何林林高高罗罗郑郑梁梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔'
const compound = ['欧阳', '上官', '司马', '诸葛', '慕容']
const given =
  '子涵梓萱宇轩浩然欣怡诗雨佳怡俊杰雨桐一诺思远明轩嘉怡晨曦若曦天佑文博语嫣瑞霖静怡博文雅婷泽宇梦琪奕辰可馨家豪晓彤志强婉清建国丽华景行致远知行清扬望舒怀瑾弘毅安然乐天书瑶承志云帆'
const rare = ['䶮', '喆', '龑', '淼', '彧', '犇', '赟', '翀']

export const personName = (dice: Dice): string => {
  const surname = dice.chance(0.01) ? dice.pick(compound) : dice.pick([...surnames])
  const letters = [...given]
  if (dice.chance(0.02)) return surname + dice.pick(rare)
  const start = dice.int(letters.length / 2) * 2
  return dice.chance(0.15) ? surname + letters[start]! : surname + letters[start]! + letters[start + 1]!
}

export type DemoStudent = { name: string; number: string; className: string; gender: '男' | '女'; ability: number }

/** Students of a grade: classes of `size`, numbers `<year><running>`; ability is 0…1 about the class's own level. */
export const gradeRoster = (
  seed: string,
  of: { year: number; classNames: readonly string[]; size: number; digits: number },
): DemoStudent[] => {
  const dice = diceOf(seed)
  return of.classNames.flatMap((className, c) => {
    const level = dice.range(0.5, 0.72)
    return Array.from({ length: of.size }, (_, i) => ({
      name: personName(dice),
      number: `${of.year}${String(c * of.size + i + 1).padStart(of.digits - 4, '0')}`,
      className,
      gender: dice.chance(0.5) ? ('男' as const) : ('女' as const),
      ability: Math.min(0.98, Math.max(0.05, level + 0.17 * dice.gauss())),
    }))
  })
}

/** A roster as a person would keep it: a CSV with a head. */
export const rosterCsv = (students: readonly DemoStudent[], gradeName: string): Buffer =>
  Buffer.from(
    `\uFEFF姓名,学号,年级,班级,性别\n${students.map((s) => [s.name, s.number, gradeName, s.className, s.gender].join(',')).join('\n')}\n`,
  )
