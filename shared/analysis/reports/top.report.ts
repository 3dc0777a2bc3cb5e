import { report } from './report.ts'
import { fact, section, tableOf } from './report.parts.ts'
import { decimalsOf } from '#shared/kit/report/cell.words.ts'
import { countsByClass, sheetsOf, studentColumns } from './student.columns.ts'
import { definitions } from '../report.words.ts'

const usual = 20

export const topReport = report('topStudent', {
  question: '前多少名是哪些学生，在哪些班？',
  groups: ['student', 'class'],
  params: [
    {
      field: 'count',
      label: '人数',
      mode: 'radio',
      options: ['10', '20', '50', '100', '200'].map((value) => ({ value, label: `前${value}名` })),
      start: [String(usual)],
    },
  ],
  needs: { lines: (_, { count: most = usual }) => ({ low: 0, high: Number.MAX_SAFE_INTEGER, most }) },
  build: (all, { count: most = usual }) => {
    // Of who is seen those are among the first who stand so high in the whole; where no place in it is shown, among the seen.
    const placed = all.totalRank
    const data = placed ? { ...all, lines: all.lines.filter((l) => l.rank !== null && l.rank <= most) } : all
    const last = data.lines.at(-1)
    const digits = decimalsOf([last?.total ?? null, data.lines[0]?.total ?? null])
    return {
      sentence: last
        ? placed
          ? `全体前${most}名中，您所看的班级有${data.lines.length}名。`
          : `您所看班级的前${data.lines.length}名学生。`
        : all.lines.length > 0
          ? `您所看的班级没有学生在全体前${most}名。`
          : '没有到考的学生。',
      // Of some classes alone the last of them is no such place of the whole.
      ...(last
        ? {
            number: fact(
              all.unseen > 0
                ? `您所看的班级${placed ? `中最后一名（全体第${last.rank}名）` : `第${data.lines.length}名`}的总分`
                : `第${data.lines.length}名的总分`,
              last.total,
              'score',
              { digits },
            ),
          }
        : {}),
      facts: [
        fact('要求人数', most, 'count'),
        fact(all.unseen > 0 ? '您所看班级的最高分' : '最高分', data.lines[0]?.total ?? null, 'score', { digits }),
      ],
      sections: [
        section('students', '名单', {
          table: tableOf(data.lines, studentColumns(data), sheetsOf(data)),
          definition: definitions.rank,
        }),
        countsByClass(data, '各班人数'),
      ],
    }
  },
})
