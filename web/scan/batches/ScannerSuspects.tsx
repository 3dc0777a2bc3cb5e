import { Checkbox, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { toast } from '#web/kit/notices.ts'
import { setApart } from '../helper/scannerHelper.ts'
import type { Helper, Suspect } from '../helper/scannerHelper.ts'

/** Pages that the scanner itself has doubts of: each may be set apart and scanned again before anything is uploaded. */
export const ScannerSuspects = (props: {
  helper: Helper
  scanId: string
  files: readonly File[]
  of: readonly Suspect[]
  apart: readonly string[]
  onChange: (apart: readonly string[]) => void
}) => {
  const change = async (name: string, on: boolean): Promise<void> => {
    if (!(await setApart(props.helper, props.scanId, name, on))) {
      toast('warning', '扫描程序没有响应，请重试')
      return
    }
    props.onChange(on ? [...props.apart, name] : props.apart.filter((n) => n !== name))
  }
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        扫描仪提示下面的页可能有问题，可以剔除后把那张纸重新扫描：
        {props.of.map((s) => {
          const at = props.files.findIndex((f) => f.name === s.name) + 1
          return (
            <div key={s.name}>
              <Checkbox
                checked={props.apart.includes(s.name)}
                label={`剔除${at > 0 ? `第${at}页` : s.name}（${s.reason || '已剔除'}）`}
                onChange={(_, d) => void change(s.name, d.checked === true)}
              />
            </div>
          )
        })}
      </MessageBarBody>
    </MessageBar>
  )
}
