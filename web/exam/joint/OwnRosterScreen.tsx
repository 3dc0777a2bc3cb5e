import { useParams } from 'react-router'
import * as calls from '#shared/exam/roster/roster.calls.ts'
import type { RosterWish } from '#shared/exam/roster/roster.rules.ts'
import type { ExamId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { openForm } from '#web/kit/notices.ts'
import type { DialogForm } from '#web/kit/parts/FormDialog.tsx'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'
import type { Action } from '#web/kit/screens/screen.types.ts'
import { ownPartPath } from '../exam.paths.ts'
import { RosterChanges } from '../roster/RosterChanges.tsx'

type Today = OutputOf<typeof calls.ownRosterToday>

/** Whole classes in or out: what it would do stands in the dialogue before it is done. */
const classesForm = (examId: ExamId, kind: 'addClasses' | 'removeClasses', classes: Today['classes']): DialogForm => ({
  title: kind === 'addClasses' ? '增加班级' : '移出班级',
  submit: '预览',
  fields: [
    {
      name: 'classIds',
      label: '班级',
      kind: 'multi',
      required: true,
      options: classes.map((c) => ({ value: c.classId as string, label: `${c.className}（${c.students}人）` })),
    },
  ],
  run: async (sent) => {
    const wish: RosterWish = { kind, classIds: (sent as { classIds: never[] }).classIds }
    const { lines, candidates, seen } = await act(calls.ownRosterPreview, { examId, wish }, { hideMessage: true })
    return {
      text: `${lines.join('')}之后我校共${candidates}名考生。`,
      submit: '更新',
      run: () => act(calls.changeOwnRoster, { examId, wish, seen }, { hideMessage: true }),
    }
  },
})

const actionsOf = (examId: ExamId, data: Today, open: (form: DialogForm) => void): Action[] => {
  const others = data.classes.filter((c) => !c.sits && c.students > 0)
  const own = data.classes.filter((c) => c.sits)
  const update: Action = {
    name: '更新名单',
    primary: true,
    job: () => act(calls.changeOwnRoster, { examId, wish: { kind: 'today' }, seen: data.seen }),
  }
  return [
    ...(data.total > 0 ? [update] : []),
    {
      name: '增加班级',
      run: () => open(classesForm(examId, 'addClasses', others)),
      barred: others.length === 0 && '年级的班级都已参加',
    },
    {
      name: '移出班级',
      run: () => open(classesForm(examId, 'removeClasses', own)),
      barred: own.length < 2 && '只有一个班级参加',
    },
  ]
}

/** The own school's roster in an area's exam: what its roster of today would change, and whole classes. */
export const OwnRosterScreen = () => {
  const examId = useParams()['examId'] as ExamId
  return (
    <>
      <DetailScreen
        call={calls.ownRosterToday}
        input={{ examId }}
        title={() => '我校的考生名单'}
        facts={({ classes }) => [
          { name: '参加的班级', value: `${classes.filter((c) => c.sits).length}个` },
          {
            name: '现有考生',
            value: `${classes.reduce((n, c) => n + (c.sits ? c.students : 0), 0)}人`,
          },
        ]}
        actions={(data) => actionsOf(examId, data, openForm)}
      >
        {(data) =>
          data.total > 0 ? (
            <RosterChanges {...data} />
          ) : (
            <EmptyState
              empty={{
                title: '考生名单与学校现在的名单一致',
                action: { name: '返回我校的进度', to: ownPartPath(examId) },
              }}
            />
          )
        }
      </DetailScreen>
    </>
  )
}
