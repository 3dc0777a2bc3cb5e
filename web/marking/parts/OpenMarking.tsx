import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  Field,
  Textarea,
} from '@fluentui/react-components'
import { useState } from 'react'
import type { PaperId } from '#shared/kit/ids.ts'
import { shortSaid } from '#shared/marking/groups/class.rules.ts'
import { openMarking } from '#shared/marking/marking.calls.ts'
import type { arrangement } from '#shared/marking/marking.calls.ts'
import { Dialog, DialogSurface } from '#web/kit/parts/Dialog.tsx'
import { refresh, useAct } from '#web/kit/ask.ts'
import type { OutputOf } from '#web/kit/ask.ts'
import { toast } from '#web/kit/notices.ts'
import { ActionButton } from '#web/kit/parts/ActionButton.tsx'
import { JobProgress } from '#web/kit/parts/JobProgress.tsx'
import { unbalancedText } from '#shared/marking/ledger.words.ts'

type Data = OutputOf<typeof arrangement>

/** Opens marking: at once when the ledger balances, with a reason when it does not; then how far the job is. */
export const OpenMarking = ({ paperId, data, dirty }: { paperId: PaperId; data: Data; dirty: boolean }) => {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const [uuid, setUuid] = useState<string | null>(null)
  const open = useAct(openMarking, { onDone: (job) => setUuid(job.uuid) })
  const again = data.arrangement.state !== 'draft'
  const begin = async (override?: string): Promise<void> => {
    setAsking(false)
    await open.mutateAsync({ paperId, ...(override ? { override } : {}) })
  }
  const barred =
    (!data.mayManage && '只有考试的管理者可以开启阅卷') ||
    (data.missingKeys > 0 && `还有${data.missingKeys}道客观题没有设置答案`) ||
    (dirty && '请先保存安排') ||
    (!again && data.short.length > 0 && `第${data.short.map((s) => s.number).join('、')}题的阅卷教师不够`) ||
    (!again &&
      data.shortClasses.length > 0 &&
      shortSaid(data.shortClasses, data.arrangement.ownSchools ? '所学校' : undefined)) ||
    (uuid !== null && '正在生成阅卷任务')
  return (
    <>
      <ActionButton
        action={{
          name: again ? '收入新扫描的答卷' : '开启阅卷',
          primary: !again,
          barred,
          run: () => (!data.ledger || data.ledger.balanced ? begin() : setAsking(true)),
        }}
      />
      {uuid && (
        <div style={{ width: '100%' }}>
          <JobProgress
            uuid={uuid}
            onDone={() => {
              setUuid(null)
              void refresh(['arrangement', 'markingProgress', 'exam', 'exams'])
              toast('success', '阅卷任务已生成，老师可以开始评阅')
            }}
            onFailed={() => setUuid(null)}
          />
        </div>
      )}
      <Dialog open={asking} onOpenChange={(_, d) => setAsking(d.open)}>
        <DialogSurface>
          <DialogBody>
            <DialogTitle>扫描还没有处理完成</DialogTitle>
            <DialogContent>
              <p>
                {data.ledger && unbalancedText(data.ledger)}
                。强制开启后，没有归位的作答暂时不会被评阅；原因会记入审计日志。
              </p>
              <Field label="强制开启的原因" required>
                <Textarea
                  value={reason}
                  maxLength={200}
                  resize="vertical"
                  onChange={(_, d) => setReason(d.value)}
                  placeholder="例如：两名学生的答题卡破损，稍后补扫"
                />
              </Field>
            </DialogContent>
            <DialogActions>
              <Button onClick={() => setAsking(false)}>取消</Button>
              <Button
                appearance="primary"
                disabledFocusable={reason.trim().length < 2}
                onClick={() => void begin(reason.trim()).catch(console.warn)}
              >
                强制开启
              </Button>
            </DialogActions>
          </DialogBody>
        </DialogSurface>
      </Dialog>
    </>
  )
}
