package service

import (
	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// mergeUsuals gives the note and the pictures of the merged record to the kept one: the note if it has none, and
// pictures up to the limit. The rest stays with the archived record. Where the records disagree on the consent, the kept
// record's note and pictures go there too: nothing shows them, and an undo returns them.
func (m *Merges) mergeUsuals(tx *store.Tx, p mergePair, moved *store.MergeChanges) error {
	kept, err := readUsual(tx, p.kept.ID)
	if err != nil {
		return err
	}
	merged, err := readUsual(tx, p.merged.ID)
	if err != nil {
		return err
	}
	permitted, err := hasUsualConsent(tx, p.kept.ID)
	if err != nil {
		return err
	}
	if permitted {
		room := max(0, loyalty.MaxUsualPictures-len(kept.pictures))
		moved.Usual.ToKept = merged.pictures[:min(room, len(merged.pictures))]
		moved.Usual.NoteToKept = kept.note == "" && merged.note != ""
	} else {
		moved.Usual.ToMerged = kept.pictures
		moved.Usual.NoteToMerged = kept.note != ""
	}
	return moveUsuals(tx, p.merged.ID, p.kept.ID, moved.Usual)
}

// returnUsuals reverts mergeUsuals. Pictures and notes that were removed since stay removed. A record whose consent
// went with the other one keeps nothing.
func (m *Merges) returnUsuals(tx *store.Tx, actor usecase.Actor, p mergePair, moved store.MergeChanges) error {
	back := store.UsualMoves{
		NoteToKept: moved.Usual.NoteToMerged, NoteToMerged: moved.Usual.NoteToKept,
		ToKept: moved.Usual.ToMerged, ToMerged: moved.Usual.ToKept,
	}
	kept, err := readUsual(tx, p.kept.ID)
	if err != nil {
		return err
	}
	if room := max(0, loyalty.MaxUsualPictures-len(kept.pictures)); len(back.ToKept) > room {
		back.ToKept = back.ToKept[:room]
	}
	back.NoteToKept = back.NoteToKept && kept.note == ""
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
	stored, err := readUsual(tx, record.ID)
	if err != nil || stored.isEmpty() {
		return err
	}
	return removeUsual(m.base, tx, record.ID, actor.UserID)
}

// storedUsual is what two records exchange.
type storedUsual struct {
	note     string
	pictures []string // ids, oldest first
}

func (s storedUsual) isEmpty() bool { return s.note == "" && len(s.pictures) == 0 }

func readUsual(tx *store.Tx, customerID string) (storedUsual, error) {
	var stored storedUsual
	var err error
	if stored.note, _, err = store.UsualsIn(tx).Note(customerID); err != nil {
		return stored, err
	}
	pictures, err := store.UsualsIn(tx).Pictures(customerID)
	for _, picture := range pictures {
		stored.pictures = append(stored.pictures, picture.ID)
	}
	return stored, err
}

// moveUsuals moves notes and pictures between a merged and a kept record. A note moves only into an empty one.
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
