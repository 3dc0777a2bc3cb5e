import { useState } from 'react'
import { useParams } from 'react-router'
import type { PaperId, QuestionId } from '#shared/kit/ids.ts'
import { groupMarkers, limitMarker, markingGroups } from '#shared/marking/groups/group.calls.ts'
import { ChoosePaper } from '#web/exam/ChoosePaper.public.tsx'
import { act, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import type { Meaning } from '#web/kit/parts/StateMark.tsx'
import { ListScreen } from '#web/kit/screens/ListScreen.tsx'
import { inSchool } from '#web/school/school.paths.ts'
import { arrangeBarred } from './GroupsScreen.tsx'
import { groupPath, groupsPath } from '../marking.paths.ts'

type Row = OutputOf<typeof groupMarkers>['list'][number]

const stateOf = (m: Row): { text: string; meaning: Meaning } =>
  !m.userId
    ? { text: '没有账号', meaning: 'failed' }
    : m.paused
      ? { text: '已暂停', meaning: 'waits' }
      : m.most !== undefined && m.marked + m.held >= m.most
        ? { text: '定额已领完', meaning: 'done' }
        : { text: m.held > 0 ? '正在评' : '可以评', meaning: m.held > 0 ? 'going' : 'none' }

/** Who of a group has an account, what they have done and hold; a bound, a pause. */
export const GroupAccountsScreen = () => {
  const { paperId, lead } = useParams() as { paperId?: PaperId; lead?: QuestionId }
  const data = useAsk(markingGroups, paperId ? { paperId } : undefined).data
  const [bounding, setBounding] = useState<Row>()
  if (!paperId || !lead)
    return <ChoosePaper title="阅卷教师" tool="adjust-read-arrange" pathOf={(_, id) => groupsPath(id)} />
  const barred = data ? arrangeBarred(data) : '正在读取'
  const group = data?.groups.find((g) => g.questionIds.includes(lead))
  const say = (m: Row, said: { most?: number | undefined; paused: boolean }, quiet = false) =>
    act(
      limitMarker,
      { paperId, lead, userId: m.userId!, ...said, version: data!.version },
      quiet ? { hideMessage: true } : {},
    )
  const setPaused = async (m: Row, paused: boolean): Promise<void> => {
    const { released } = await say(m, { most: m.most, paused })
    toast(
      'success',
      paused ? `已暂停${m.teacherName}${released > 0 ? '，手里没评的已退回' : ''}` : `${m.teacherName}可以继续评`,
    )
  }
  return (
    <>
      <ListScreen
        title={`${group?.groupName ?? ''}　阅卷教师`.trim()}
        call={groupMarkers}
        input={{ paperId, lead }}
        order="没有账号的在后"
        rowTo={(m) =>
          m.schoolId && m.teacherId
            ? inSchool('editTeacher', { schoolId: m.schoolId, teacherId: m.teacherId })
            : undefined
        }
        rowKey={(m) => m.userId ?? m.teacherId ?? m.teacherName}
        everyMs={15_000}
        columns={[
          { key: 'teacherName', name: '教师', value: (m) => m.teacherName, width: 112 },
          { key: 'accountName', name: '账号', value: (m) => m.accountName ?? '—', width: 128 },
          ...(data?.joint ? [{ key: 'school', name: '学校', value: (m: Row) => m.schoolName ?? '', width: 144 }] : []),
          {
            key: 'role',
            name: '身份',
            value: (m) => [m.leads && '组长', !m.ofCourse && '其他学科'].filter(Boolean).join('、') || '阅卷教师',
            width: 112,
          },
          {
            key: 'state',
            name: '状态',
            value: (m) => stateOf(m).text,
            cell: (m) => <StateMark {...stateOf(m)} />,
            width: 112,
          },
          { key: 'marked', name: '已评', unit: '份', value: (m) => m.marked, number: true, width: 88 },
          { key: 'held', name: '手里', unit: '份', value: (m) => m.held, number: true, width: 88 },
          { key: 'most', name: '定额', unit: '份', value: (m) => m.most ?? '不限', number: true, width: 88 },
        ]}
        rowActions={(m) => [
          ...(m.userId
            ? [
                { name: '定额', barred, run: () => setBounding(m) },
                m.paused
                  ? { name: '恢复', barred, run: () => setPaused(m, false) }
                  : { name: '暂停', barred, run: () => setPaused(m, true) },
              ]
            : []),
          ...(m.schoolId && m.teacherId
            ? [{ name: '账号', to: inSchool('editTeacher', { schoolId: m.schoolId, teacherId: m.teacherId }) }]
            : []),
        ]}
        actions={[{ name: '修改阅卷组', to: groupPath('editGroup', { paperId, lead }), primary: true, barred }]}
        empty={{ title: '这一组还没有阅卷教师', text: '考试里没有教这一科的老师；请修改阅卷组，手动选择。' }}
      />
      {bounding && (
        <FormDialog
          close={() => setBounding(undefined)}
          form={{
            title: `${bounding.teacherName}的定额`,
            submit: '保存',
            start: bounding.most === undefined ? {} : { most: bounding.most },
            fields: [
              {
                name: 'most',
                label: '最多领取',
                kind: 'number',
                min: 1,
                max: 100_000,
                step: 1,
                unit: '份',
                hint: `已评${bounding.marked}份，手里${bounding.held}份。按整包（20份）发放，会略多；不填为不限。`,
              },
            ],
            run: async ({ most }) => {
              await say(bounding, { most: (most as number | null) ?? undefined, paused: bounding.paused }, true)
              return () => toast('success', '定额已保存')
            },
          }}
        />
      )}
    </>
  )
}
