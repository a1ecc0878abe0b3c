package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// QRLabels reads the customers whose QR is printed on labels.
type QRLabels struct {
	base    *usecase.Base
	qrCodes *usecase.QRCodes
}

// QRLabel is the content of a customer's label.
type QRLabel struct {
	Name string
	QR   usecase.CustomerQR
}

// labelsPerPage is how many labels one transaction reads: some sheets.
const labelsPerPage = 240

// Each passes the labels of all active customers by name, in short transactions. It returns loyalty.ErrNoLabels if
// there are none, and stops at the first error of add.
func (l *QRLabels) Each(ctx context.Context, actor usecase.Actor, add func(QRLabel) error) error {
	key, err := l.qrCodes.Key(ctx, actor.BusinessID)
	if err != nil {
		return err
	}
	empty := true
	for cursor := ""; ; {
		listed, err := l.page(ctx, actor, cursor)
		if err != nil {
			return err
		}
		for _, customer := range listed.Items {
			code, err := usecase.SignQR(key, actor.BusinessID, customer.QRID)
			if err == nil {
				err = add(QRLabel{Name: customer.Name, QR: code})
			}
			if err != nil {
				return err
			}
			empty = false
		}
		if cursor = listed.Next; cursor == "" {
			break
		}
	}
	if empty {
		return loyalty.ErrNoLabels
	}
	return nil
}

func (l *QRLabels) page(ctx context.Context, actor usecase.Actor, cursor string) (listed store.Listed[store.QRLabel], err error) {
	page, err := store.NewPage(labelsPerPage, cursor, len([]string{"name", "id"}))
	if err != nil {
		return listed, err
	}
	err = l.base.Store.ViewLists(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		listed, err = store.QRLabelsIn(tx).ByName(page)
		return err
	})
	return listed, err
}
