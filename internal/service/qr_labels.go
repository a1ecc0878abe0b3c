package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// QRLabels reads customers for printing labels.
type QRLabels struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

// QRLabel is a label's content.
type QRLabel struct {
	Name string
	QR   usecase.CustomerQR
}

const labelsPerPage = 240

// Each calls add for each label, reading in short transactions. With importID, labels are in the file's order, else of
// all active customers by name. Errors: loyalty.ErrNoLabels, loyalty.ErrImportNotFound, those of add.
func (l *QRLabels) Each(ctx context.Context, actor usecase.Actor, importID string, add func(QRLabel) error) error {
	key, err := l.qrCodes.Key(ctx, actor.BusinessID)
	if err != nil {
		return err
	}
	empty := true
	for cursor := ""; ; {
		labels, err := l.page(ctx, actor, importID, cursor)
		if err != nil {
			return err
		}
		for _, customer := range labels.Items {
			code, err := usecase.SignQR(key, actor.BusinessID, customer.QRID)
			if err == nil {
				err = add(QRLabel{Name: customer.Name, QR: code})
			}
			if err != nil {
				return err
			}
			empty = false
		}
		if cursor = labels.Next; cursor == "" {
			break
		}
	}
	if empty {
		return loyalty.ErrNoLabels
	}
	return nil
}

func (l *QRLabels) page(ctx context.Context, actor usecase.Actor, importID, cursor string) (labels store.List[store.QRLabel], err error) {
	page, err := store.NewPage(labelsPerPage, cursor, len([]string{"position", "id"}))
	if err != nil {
		return labels, err
	}
	err = l.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		if importID == "" {
			labels, err = store.QRLabelsIn(tx).ByName(page)
			return err
		}
		importRecord, err := store.ImportsIn(tx).Get(importID)
		if err != nil {
			return err
		}
		labels, err = store.QRLabelsIn(tx).OfImport(importRecord.ID, importRecord.Run, page)
		return err
	})
	return labels, err
}
