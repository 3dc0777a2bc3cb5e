import { report } from './report.ts'
import { fact, section, tableOf } from './report.parts.ts'
import { sheetsOf, transcriptColumns } from './student.columns.ts'
import { definitions } from '../report.words.ts'

export const transcriptReport = report('transcript', {
  question: '每个学生得了多少分，排在哪里？',
  groups: ['student'],
  params: [
    { field: 'classId', label: '班级', mode: 'radio' },
    { field: 'name', label: '学生', mode: 'search', placeholder: '姓名或考号' },
  ],
  needs: { lines: () => 'page' },
  row: (data) => (line) => tableOf([line], transcriptColumns(data)).rows[0]!,
  build: (data, { pageSize, name }) => {
    const { total, pageNumber, present, mean } = data.students
    return {
      sentence:
        total === 0
          ? name
            ? `没有找到“${name}”，请核对姓名或考号。`
            : '没有您可以查看的考生。'
          : `共${total}名考生，到考${present}人${data.lines.some((r) => r.corrected) ? '，发布后有更正，改前改后见“更正”一列' : ''}。`,
      facts: [
        fact('人数', `${total}（到考${present}）`),
        fact('平均分', mean, 'score', { digits: 2 }),
        fact('满分', data.source.fullScore, 'score'),
      ],
      sections: [
        section('lines', '成绩单', {
          table: {
            ...tableOf(data.lines, transcriptColumns(data), sheetsOf(data)),
            page: { total, pageNumber, pageSize },
          },
          definition: definitions.rank,
        }),
      ],
    }
  },
})
