package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// mergeUsuals moves the note if there is none, and pictures up to the limit. The rest stays archived. If consents
// disagree, the kept record's content is archived too: hidden, but found by an undo.
func (m *Merges) mergeUsuals(tx *store.Tx, p mergePair, moved *store.MergeChanges) error {
	kept, err := storedUsual(tx, p.kept.ID)
	if err != nil {
		return err
	}
	merged, err := storedUsual(tx, p.merged.ID)
	if err != nil {
		return err
	}
	permitted, err := hasUsualConsent(tx, p.kept.ID)
	if err != nil {
		return err
	}
	if permitted {
		room := max(0, loyalty.MaxUsualPictures-len(kept.Pictures))
		moved.Usual.ToKept = pictureIDs(merged)[:min(room, len(merged.Pictures))]
		moved.Usual.NoteToKept = kept.Note == "" && merged.Note != ""
	} else {
		moved.Usual.ToMerged = pictureIDs(kept)
		moved.Usual.NoteToMerged = kept.Note != ""
	}
	return moveUsuals(tx, p.merged.ID, p.kept.ID, moved.Usual)
}

// returnUsuals reverts mergeUsuals. Removed content stays removed. A record without consent keeps nothing.
func (m *Merges) returnUsuals(tx *store.Tx, actor usecase.Actor, p mergePair, moved store.MergeChanges) error {
	back := store.UsualMoves{
		NoteToKept: moved.Usual.NoteToMerged, NoteToMerged: moved.Usual.NoteToKept,
		ToKept: moved.Usual.ToMerged, ToMerged: moved.Usual.ToKept,
	}
	kept, err := storedUsual(tx, p.kept.ID)
	if err != nil {
		return err
	}
	if room := max(0, loyalty.MaxUsualPictures-len(kept.Pictures)); len(back.ToKept) > room {
		back.ToKept = back.ToKept[:room]
	}
	back.NoteToKept = back.NoteToKept && kept.Note == ""
	if err := moveUsuals(tx, p.merged.ID, p.kept.ID, back); err != nil {
		return err
	}
	for _, record := range []loyalty.Customer{p.kept, p.merged} {
		if err := m.removeUnpermittedUsual(tx, actor, record); err != nil {
			return err
		}
	}
	return nil
}

func (m *Merges) removeUnpermittedUsual(tx *store.Tx, actor usecase.Actor, record loyalty.Customer) error {
	permitted, err := hasUsualConsent(tx, record.ID)
	if err != nil || permitted {
		return err
	}
	usual, err := storedUsual(tx, record.ID)
	if err != nil || usual.Note == "" && len(usual.Pictures) == 0 {
		return err
	}
	return removeUsual(m.base, tx, record.ID, actor.UserID)
}

func pictureIDs(usual Usual) (ids []string) {
	for _, picture := range usual.Pictures {
		ids = append(ids, picture.ID)
	}
	return ids
}

func moveUsuals(tx *store.Tx, mergedID, keptID string, moves store.UsualMoves) error {
	usuals := store.UsualsIn(tx)
	if err := usuals.MovePictures(mergedID, keptID, moves.ToKept); err != nil {
		return err
	}
	if err := usuals.MovePictures(keptID, mergedID, moves.ToMerged); err != nil {
		return err
	}
	switch {
	case moves.NoteToKept:
		return moveNote(usuals, mergedID, keptID)
	case moves.NoteToMerged:
		return moveNote(usuals, keptID, mergedID)
	}
	return nil
}

func moveNote(usuals store.Usuals, from, to string) error {
	note, _, err := usuals.Note(from)
	if err != nil || note == "" {
		return err
	}
	other, _, err := usuals.Note(to)
	if err != nil || other != "" {
		return err
	}
	if err := usuals.SetNote(to, note); err != nil {
		return err
	}
	return usuals.SetNote(from, "")
}
