/** What publishing anew changes, in sentences: whose score was seen before, and who has one for the first time. Pure. */
type Changed = { changed: number; up: number; down: number; come: number; present: number }

/** Scores that readers have seen and that become others. */
export const movedOf = ({ changed, come }: Pick<Changed, 'changed' | 'come'>): number => changed - come

/** Of the others scores stay, and places need not. */
const othersOf = (p: Changed): string => {
  const others = p.present - p.changed
  return others > 0 ? `其余${others}名到考学生的总分不变，名次和百分等级可能随之改变` : ''
}

export const changedWords = (p: Changed): string =>
  [
    ...(movedOf(p) > 0 ? [`将有${movedOf(p)}名学生的总分变化（升${p.up}人，降${p.down}人）`] : []),
    ...(p.come > 0 ? [`${movedOf(p) > 0 ? '另有' : '将有'}${p.come}名学生第一次有总分`] : []),
    othersOf(p),
  ]
    .filter(Boolean)
    .join('；')

/** Asked before it is done; where no one has seen another score nothing of it is called a change. */
export const confirmWords = (p: Changed): string =>
  [
    ...(movedOf(p) > 0 ? [`将改变${movedOf(p)}名学生已经看到的成绩`] : []),
    ...(p.come > 0 ? [`${p.come}名学生将第一次看到成绩`] : []),
    othersOf(p),
  ]
    .filter(Boolean)
    .join('；') + '。确定发布吗？'
