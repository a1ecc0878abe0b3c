package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// mergeUsuals moves the note if there is none, and pictures up to the limit. The rest stays archived. If consents
// disagree, the kept record's content is archived too: hidden, but found by an undo.
func (m *Merges) mergeUsuals(tx *store.Tx, p mergePair, changes *store.MergeChanges) error {
	keptUsual, err := storedUsual(tx, p.keptCustomer.ID)
	if err != nil {
		return err
	}
	mergedUsual, err := storedUsual(tx, p.mergedCustomer.ID)
	if err != nil {
		return err
	}
	permitted, err := hasUsualConsent(tx, p.keptCustomer.ID)
	if err != nil {
		return err
	}
	if permitted {
		room := max(0, loyalty.MaxUsualPictures-len(keptUsual.Pictures))
		changes.Usual.ToKept = pictureIDs(mergedUsual)[:min(room, len(mergedUsual.Pictures))]
		changes.Usual.NoteToKept = keptUsual.Note == "" && mergedUsual.Note != ""
	} else {
		changes.Usual.ToMerged = pictureIDs(keptUsual)
		changes.Usual.NoteToMerged = keptUsual.Note != ""
	}
	return moveUsuals(tx, p.mergedCustomer.ID, p.keptCustomer.ID, changes.Usual)
}

// returnUsuals reverts mergeUsuals. Removed content stays removed. A record without consent keeps nothing.
func (m *Merges) returnUsuals(tx *store.Tx, actor usecase.Actor, p mergePair, changes store.MergeChanges) error {
	back := store.UsualMoves{
		NoteToKept: changes.Usual.NoteToMerged, NoteToMerged: changes.Usual.NoteToKept,
		ToKept: changes.Usual.ToMerged, ToMerged: changes.Usual.ToKept,
	}
	keptUsual, err := storedUsual(tx, p.keptCustomer.ID)
	if err != nil {
		return err
	}
	if room := max(0, loyalty.MaxUsualPictures-len(keptUsual.Pictures)); len(back.ToKept) > room {
		back.ToKept = back.ToKept[:room]
	}
	back.NoteToKept = back.NoteToKept && keptUsual.Note == ""
	if err := moveUsuals(tx, p.mergedCustomer.ID, p.keptCustomer.ID, back); err != nil {
		return err
	}
	for _, record := range []loyalty.Customer{p.keptCustomer, p.mergedCustomer} {
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
