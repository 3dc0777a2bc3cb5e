import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { changeDetail, signChange, undoChange } from '#shared/analysis/change.calls.ts'
import { itemName } from '#shared/analysis/changes/change.words.ts'
import type { ChangeId, PaperId } from '#shared/kit/ids.ts'
import { showTime } from '#shared/kit/time.ts'
import { act, refresh, useAsk } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { DataTable } from '#web/kit/parts/DataTable.tsx'
import { FieldGroup } from '#web/kit/parts/FieldGroup.tsx'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import { Facts } from '#web/kit/parts/Page.tsx'
import { Pager } from '#web/kit/parts/Pager.tsx'
import { Section } from '#web/kit/parts/Section.tsx'
import { StateMark } from '#web/kit/parts/StateMark.tsx'
import { EmptyState, Waiting } from '#web/kit/parts/States.tsx'
import type { Values } from '#web/kit/screens/screen.types.ts'
import { changeStates, changeText } from './changeWords.ts'
import { LeftOut, MovedTable, PassedBy, placesMoved, rowColumns } from './MovedTables.tsx'

const useStyles = makeStyles({
  all: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(380px, 100%), 1fr))',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  says: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
  faint: { margin: 0, color: tokens.colorNeutralForeground3 },
})

type Detail = OutputOf<typeof changeDetail>

const again = () => void refresh(['changes', 'publication', 'report', 'exam', 'exams'])

/** Who signs says why; what is signed is what the replay showed. */
const Sign = ({ paperId, changeId, detail }: { paperId: PaperId; changeId: ChangeId; detail: Detail }) => {
  const styles = useStyles()
  const [values, setValues] = useState<Values>({})
  const reason = String(values['reason'] ?? '').trim()
  const { facts, published } = detail
  const wrong = !facts
    ? '请先等预览完成'
    : facts.broken > 0
      ? `有${facts.broken}名考生的得分超出满分：${facts.brokenNamed.join('、')}`
      : facts.differing > 0
        ? `有${facts.differing}名考生的两次独立算分不一致`
        : facts.unfinished > 0 && !facts.early
          ? `还有${facts.unfinished}份答卷没有得分齐全`
          : null
  const sign = async (): Promise<void> => {
    try {
      await act(signChange, { paperId, changeId, reason })
    } finally {
      // Who is refused sees why: results or changes have moved since.
      again()
    }
    // How far it is stands on the screen, which goes on while this is shown.
    toast('success', '已签字')
  }
  return (
    <Section title="签字">
      <p className={styles.faint}>
        {published
          ? '签字后按预览生成新的一版成绩，一次换上；在那以前人们看到的还是原来的一版。'
          : facts?.early
            ? '阅卷还在进行，签字后改动即生效，评阅照常；第一次发布的成绩就已经是改动后的。'
            : '成绩还没有发布，签字后改动即生效，发布时带上。'}
        您的姓名、时间和原因会记入改动记录。
      </p>
      {wrong && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{wrong}</MessageBarBody>
        </MessageBar>
      )}
      <FieldGroup
        fields={[{ kind: 'text', name: 'reason', label: '改动的原因', required: true, maxLength: 200 }]}
        values={values}
        onChange={(patch) => setValues({ ...values, ...patch })}
      />
      <div className={styles.row}>
        <ActionButton
          action={{
            name: '签字生效',
            primary: true,
            run: sign,
            barred: wrong ?? (reason.length < 2 && '请填写改动的原因'),
            ...(published && facts && facts.changed > 0
              ? { confirm: `将改变${facts.changed}名考生已经发布的成绩。生效后可以撤销，看到过的收不回来。` }
              : {}),
          }}
        />
      </div>
    </Section>
  )
}

const Standing = ({
  paperId,
  detail,
  onOpen,
}: {
  paperId: PaperId
  detail: Detail
  onOpen: (changeId: ChangeId | undefined) => void
}) => {
  const styles = useStyles()
  const { change } = detail
  const job = change.state === 'replaying' ? detail.jobId : change.state === 'going' ? detail.publishJobId : undefined
  return (
    <Section title={changeText(change)}>
      <div className={styles.row}>
        <StateMark {...changeStates[change.state]} />
      </div>
      <Facts
        facts={[
          { name: '提出', value: `${change.madeByName} ${showTime(change.madeAt)}` },
          ...(change.signedByName
            ? [
                { name: '签字', value: `${change.signedByName} ${showTime(change.signedAt!)}` },
                { name: '原因', value: change.reason ?? '' },
              ]
            : []),
          ...(change.inForceAt === undefined ? [] : [{ name: '生效', value: showTime(change.inForceAt) }]),
        ]}
      />
      {job && <JobProgress key={job} uuid={job} onDone={again} onFailed={again} />}
      {change.refused && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{change.refused}，请改正后重新提出改动。</MessageBarBody>
        </MessageBar>
      )}
      {change.state === 'stale' && (
        <p className={styles.faint}>预览之后成绩或改动又有变化，这次预览已经不准，请重新提出改动并预览变化。</p>
      )}
      {change.state === 'inForce' && (
        <div className={styles.row}>
          <ActionButton
            action={{
              name: '撤销这次改动',
              run: async () => onOpen((await act(undoChange, { paperId, changeId: change.changeId })).changeId),
            }}
          />
          <span className={styles.faint}>撤销也先预览、再签字。</span>
        </div>
      )}
    </Section>
  )
}

/** A change set: what it moves, its signature, and how it stands. */
export const Changed = ({
  paperId,
  changeId,
  onOpen,
}: {
  paperId: PaperId
  changeId: ChangeId
  onOpen: (changeId: ChangeId | undefined) => void
}) => {
  const styles = useStyles()
  const [paging, setPaging] = useState({ pageNumber: 1, pageSize: 20 })
  const asked = useAsk(changeDetail, { paperId, changeId, ...paging })
  const detail = asked.data
  if (!detail) return <Waiting asked={asked} rows={8} height={24} />
  const { facts, moved, change } = detail
  const signable = change.state === 'ready' || (change.state === 'failed' && facts !== undefined)
  return (
    <>
      <div className={styles.all}>
        <div className={styles.side}>
          <Standing paperId={paperId} detail={detail} onOpen={onOpen} />
          {signable && <Sign paperId={paperId} changeId={changeId} detail={detail} />}
        </div>
        {facts && (
          <Section title={signable ? '会改变什么' : '改变了什么'}>
            {facts.early && <p className={styles.faint}>按已经评完的题目比较；名次和平均分等阅卷完成后才有。</p>}
            <Facts
              facts={[
                { name: '受影响', value: `${facts.changed}人（共${facts.students}人）` },
                { name: '升', value: `${facts.up}人` },
                { name: '降', value: `${facts.down}人` },
                ...(moved ? [{ name: '名次变化', value: placesMoved(moved) }] : []),
                ...(detail.hits.length > 0 && detail.hits.length <= 5
                  ? [
                      {
                        name: '涉及',
                        value: detail.hits.map((h) => `${itemName(h.number, detail.ofTotal)}${h.count}人`).join('，'),
                      },
                    ]
                  : []),
              ]}
            />
            {moved && <MovedTable moved={moved} />}
          </Section>
        )}
      </div>
      {detail.leftOut && <LeftOut of={detail.leftOut} paperId={paperId} />}
      {facts && (
        <Section title="受影响的考生">
          {detail.total === 0 ? (
            <EmptyState empty={{ title: '没有考生的成绩变化' }} />
          ) : (
            <>
              <DataTable
                label="受影响的考生"
                rows={detail.list}
                columns={rowColumns(detail.list)}
                rowKey={(r) => r.studentNumber}
                stale={asked.isPlaceholderData}
              />
              <Pager
                {...paging}
                total={detail.total}
                onChange={(pageNumber, pageSize) => setPaging({ pageNumber, pageSize })}
              />
            </>
          )}
        </Section>
      )}
      {moved && moved.passed.length > 0 && <PassedBy moved={moved} />}
    </>
  )
}
