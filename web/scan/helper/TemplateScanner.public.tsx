import { Button } from '@fluentui/react-components'
import { useState } from 'react'
import { toast } from '#web/kit/notices.ts'
import { findHelper, scanTemplate } from './scannerHelper.ts'

const missing = {
  absent: '没有找到本机的扫描程序，请在连接扫描仪的电脑上启动后重试',
  outdated: '扫描程序版本过低，请先升级',
} as const

/** One blank sheet from the scanner beside this computer, for a template of recognition. */
export const TemplateScanner = (props: { busy: boolean; onPages: (files: File[]) => void }) => {
  const [going, setGoing] = useState(false)
  const scan = async (): Promise<void> => {
    setGoing(true)
    const found = await findHelper()
    const file =
      found.kind === 'found'
        ? await scanTemplate(found.helper)
        : found.kind === 'trouble'
          ? found.message
          : missing[found.kind]
    setGoing(false)
    if (typeof file === 'string') toast('warning', file)
    else props.onPages([file])
  }
  return (
    <Button disabledFocusable={props.busy || going} onClick={() => void scan()}>
      {going ? '正在扫描…' : '用本机扫描仪扫一张空白卡'}
    </Button>
  )
}
