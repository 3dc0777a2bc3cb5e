import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import type { PaperId } from '#shared/kit/ids.ts'
import { SiblingsAround } from '#web/kit/parts/Siblings.tsx'
import { scanSiblings } from './scanSiblings.ts'
import type { ScanWork } from './scanSiblings.ts'

/** A form of one of the works on a paper's scans: it stays beside the list that it was opened from. */
export const inScan = (here: ScanWork, Screen: ComponentType): ComponentType => {
  const InScan = () => (
    <SiblingsAround value={scanSiblings(useParams()['paperId'] as PaperId, here)}>
      <Screen />
    </SiblingsAround>
  )
  return InScan
}
