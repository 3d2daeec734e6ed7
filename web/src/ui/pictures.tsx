// The pictures beside people's names.

import { useId } from 'preact/hooks'
import { PEOPLE, PersonPicture } from '../art/people'
import { useApp } from './context'

/** The pictures to choose from. */
export function Pictures({ value, set }: { value: number; set: (n: number) => void }) {
  const { t } = useApp()
  const group = useId()
  return (
    <fieldset class="option">
      <legend>{t('who.picture')}</legend>
      <div class="pictures">
        {PEOPLE.map((name, i) => (
          <label key={name} class="picture-choice" title={t(`person.${name}`)}>
            <input
              type="radio"
              name={group}
              aria-label={t(`person.${name}`)}
              checked={value === i + 1}
              onChange={() => set(i + 1)}
            />
            <PersonPicture picture={i + 1} size={48} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
