import { describe, expect, it } from 'vitest'
import { isAwaited, uploadBar, uploadDefault, uploadPathKeys, uploadRules } from './platform.rules.ts'
import { uploadFamilies } from './platform.types.ts'

const file = (name: string, size = 10) => ({ name, size })

describe('uploads', () => {
  it('take six formats of 1 000 000 bytes at most where a family says nothing else (EL0224, BL0172, EL0226)', () => {
    expect(uploadDefault).toMatchObject({
      suffixes: ['doc', 'docx', 'pdf', 'jpg', 'png', 'zip'],
      maxBytes: 1_000_000,
    })
    for (const suffix of ['doc', 'docx', 'pdf', 'jpg', 'png', 'zip', 'DOCX'])
      expect(uploadBar('wrongBook', file(`卷.${suffix}`)), suffix).toBeNull()
    for (const suffix of ['exe', 'jpeg', 'xlsx', ''])
      expect(uploadBar('wrongBook', file(`卷.${suffix}`))).toBe('仅支持doc、docx、pdf、jpg、png、zip格式，请重新上传！')
    expect(uploadBar('aiRead', file('a.pdf', 1_000_000))).toBeNull()
    expect(uploadBar('aiRead', file('a.pdf', 1_000_001))).toBe('请选择小于1MB的文件')
    // A family that says its formats keeps the default's size, and the other way round.
    expect(uploadRules.paperAnswer).toMatchObject({ suffixes: ['xlsx', 'csv'], maxBytes: 1_000_000 })
    expect(uploadBar('taskLogo', file('a.png', 1_000_001))).toBe('请选择小于1MB的文件')
  })

  it('lie under the keys of the specification (BL0272), each of a family of its own', () => {
    expect(Object.keys(uploadPathKeys)).toEqual([
      'exam answer-card zip',
      'wrong book',
      'homework answer-card zip',
      'answer-card template',
      'holiday task logo',
      'paper answer upload',
      'ai-read upload',
      'offline homework zip',
    ])
    const families = Object.values(uploadPathKeys)
    expect(new Set(families).size).toBe(families.length)
    for (const family of families) expect(uploadFamilies).toContain(family)
    // A family called a zip takes one.
    for (const [key, family] of Object.entries(uploadPathKeys))
      if (key.endsWith('zip')) expect(uploadRules[family].suffixes, key).toContain('zip')
  })

  it('of a room that does not stand are not granted', () => {
    expect(uploadFamilies.filter(isAwaited)).toEqual([
      'wrongBook',
      'homeworkZip',
      'taskLogo',
      'aiRead',
      'offlineHomework',
    ])
  })
})
