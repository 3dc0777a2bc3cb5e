import { Tab, TabList } from '@fluentui/react-components'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { scanPaths, toPaper } from '../scan.paths.ts'

const tabs = [
  { key: 'task', name: '扫描与识别', path: scanPaths.task },
  { key: 'scanners', name: '上传人', path: scanPaths.assignScanner },
  { key: 'doubts', name: '处理存疑', path: scanPaths.doubts },
  { key: 'students', name: '考生状态', path: scanPaths.students },
  { key: 'questions', name: '按题查看', path: scanPaths.questions },
  { key: 'template', name: '模板', path: scanPaths.template },
  { key: 'declarations', name: '异常申报', path: scanPaths.declarations },
  { key: 'bin', name: '回收站', path: scanPaths.bin },
  { key: 'acts', name: '操作记录', path: scanPaths.acts },
] as const

/** The works on one paper's scans. */
export const ScanTabs = ({ paperId, here }: { paperId: string; here: (typeof tabs)[number]['key'] }) => {
  const navigate = useNavigate()
  const bar = useRef<HTMLDivElement>(null)
  // On a narrow screen the chosen one is in sight.
  useEffect(() => {
    const chosen = bar.current?.querySelector('[aria-selected=true]')
    void chosen?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [here])
  return (
    <div ref={bar} style={{ overflowX: 'auto' }}>
      <TabList
        size="small"
        selectedValue={here}
        onTabSelect={(_, d) => {
          const tab = tabs.find((t) => t.key === d.value)
          if (tab && tab.key !== here) void navigate(toPaper(tab.path, paperId))
        }}
      >
        {tabs.map((t) => (
          <Tab key={t.key} value={t.key}>
            {t.name}
          </Tab>
        ))}
      </TabList>
    </div>
  )
}
