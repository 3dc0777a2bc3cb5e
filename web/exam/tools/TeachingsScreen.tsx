import { useState } from 'react'
import { useParams } from 'react-router'
import { examTeachings, setTeaching } from '#shared/exam/tools/teacher.calls.ts'
import type { ExamId, TeacherId } from '#shared/kit/ids.ts'
import { act } from '#web/kit/ask.ts'
import type { AskOptions, OutputOf } from '#web/kit/ask.ts'
import { undoable } from '#web/kit/notices.ts'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FormDialog } from '#web/kit/parts/FormDialog.tsx'
import { RowActions } from '#web/kit/parts/RowActions.tsx'
import { useNarrow } from '#web/kit/parts/useNarrow.ts'
import { EmptyState } from '#web/kit/parts/States.tsx'
import { DetailScreen } from '#web/kit/screens/DetailScreen.tsx'

type Teachings = OutputOf<typeof examTeachings>
type Class = Teachings['classes'][number]
type Place = Teachings['places'][number]

const placeOf = ({ places }: Teachings, classId: string, courseId?: string): Place | undefined =>
  places.find((p) => p.classId === classId && p.courseId === courseId)

const namesOf = ({ teachers }: Teachings, place: Place | undefined): string =>
  (place?.teacherIds ?? []).map((id) => teachers.find((t) => t.teacherId === id)?.name ?? '').join('、')

/** The places of a class by the names of their fields: its head, then its courses. */
const fieldOf = (courseId?: string): string => courseId ?? 'head'

const Correct = ({ examId, of, at, close }: { examId: ExamId; of: Teachings; at: Class; close: () => void }) => {
  const places = of.places.filter((p) => p.classId === at.classId)
  const courseName = (p: Place): string =>
    p.courseId === undefined ? '班主任' : (of.courses.find((c) => c.courseId === p.courseId)?.courseName ?? '')
  // A school has hundreds: one is chosen from a list; where several taught it, they stay unless another is chosen.
  const start = new Map(places.map((p) => [fieldOf(p.courseId), p.teacherIds[0] ?? '']))
  return (
    <FormDialog
      close={close}
      form={{
        title: `更正${at.className}的老师`,
        submit: '保存',
        fields: places.map((p) => ({
          name: fieldOf(p.courseId),
          label: courseName(p),
          kind: 'select' as const,
          hint: `现在：${namesOf(of, p) || '没有'}`,
          placeholder: '不更改',
          options: [
            { value: 'none', label: '没有' },
            ...of.teachers
              .filter((t) => t.teacherId !== start.get(fieldOf(p.courseId)) || p.teacherIds.length > 1)
              .map((t) => ({ value: t.teacherId, label: t.name })),
          ],
        })),
        run: async (sent) => {
          const changed = places.flatMap((p) => {
            const to = sent[fieldOf(p.courseId)]
            return typeof to === 'string' && to !== '' ? [{ p, to: to === 'none' ? [] : [to as TeacherId] }] : []
          })
          const put = async (
            p: Place,
            before: readonly TeacherId[],
            teacherIds: readonly TeacherId[],
            said: AskOptions = {},
          ): Promise<void> => {
            const { classId, courseId } = p
            const place = { examId, classId, ...(courseId ? { courseId } : {}) }
            await act(setTeaching, { ...place, before: [...before], teacherIds: [...teacherIds] }, said)
          }
          for (const { p, to } of changed) await put(p, p.teacherIds, to, { hideMessage: true })
          if (changed.length === 0) return
          return () =>
            undoable(`已更正${at.className}的老师`, async () => {
              for (const { p, to } of changed) await put(p, to, p.teacherIds)
            })
        },
      }}
    />
  )
}

const Table = ({ examId, of }: { examId: ExamId; of: Teachings }) => {
  const [open, setOpen] = useState<Class>()
  // A card on a phone has no heads above its names.
  const narrow = useNarrow()
  const names = (c: Class, name: string, courseId?: string): string => {
    const found = namesOf(of, placeOf(of, c.classId, courseId))
    return narrow && found !== '' ? `${name} ${found}` : found
  }
  return (
    <>
      <DataTable
        label="任课老师"
        rows={of.classes}
        rowKey={(c) => c.classId}
        columns={[
          { key: 'className', name: '班级', value: (c) => c.className, width: 96 },
          { key: 'head', name: '班主任', value: (c) => names(c, '班主任'), width: 96 },
          ...of.courses.map(({ courseId, courseName }) => ({
            key: courseId,
            name: courseName,
            value: (c: Class) => names(c, courseName, courseId),
            width: 96,
          })),
        ]}
        rowActions={(c) => <RowActions actions={[{ name: '更正', run: () => setOpen(c) }]} />}
      />
      {open && <Correct examId={examId} of={of} at={open} close={() => setOpen(undefined)} />}
    </>
  )
}

/** Who taught whom at this exam; the school's roster stays as it is. */
export const TeachingsScreen = () => {
  const { examId } = useParams() as { examId: ExamId }
  return (
    <DetailScreen
      call={examTeachings}
      input={{ examId }}
      title={() => '任课老师'}
      facts={(d) => [
        { name: '班级', value: `${d.classes.length}个` },
        { name: '科目', value: `${d.courses.length}个` },
      ]}
    >
      {(d) =>
        d.classes.length === 0 ? <EmptyState empty={{ title: '这场考试没有班级' }} /> : <Table examId={examId} of={d} />
      }
    </DetailScreen>
  )
}
