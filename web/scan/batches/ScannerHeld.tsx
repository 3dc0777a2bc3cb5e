import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { showTime } from '#shared/kit/time.ts'
import { heldRuns } from '../helper/scannerHelper.ts'
import type { Held, Helper } from '../helper/scannerHelper.ts'

/** Pages that were scanned and never uploaded: the browser was closed, or the line was gone. They are fetched, not scanned again. */
export const ScannerHeld = (props: { helper: Helper; whose: string; onFetch: (held: Held) => void }) => {
  const { helper, whose } = props
  const [held, setHeld] = useState<readonly Held[]>([])
  useEffect(() => {
    let here = true
    void heldRuns(helper, whose).then((found) => here && setHeld(found))
    return () => {
      here = false
    }
  }, [helper, whose])
  return held.map((run) => (
    <MessageBar key={`${run.scanId}${run.at}`} layout="multiline">
      <MessageBarBody>
        {showTime(run.at)}扫描的{run.pages}页还没有上传，不用重新扫描。
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={() => props.onFetch(run)}>取回这{run.pages}页</Button>
      </MessageBarActions>
    </MessageBar>
  ))
}
