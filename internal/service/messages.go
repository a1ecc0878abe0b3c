package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// queue puts a message to a customer into the queue.
func (s *Service) queue(tx *store.Tx, to loyalty.Customer, message loyalty.Message) (err error) {
	message.CustomerID, message.Phone, message.CreatedAt = to.ID, to.Phone, s.now()
	if message.ID == "" {
		message.ID, err = s.ids.Next(message.CreatedAt)
	}
	if err != nil {
		return err
	}
	return tx.InsertMessage(message)
}

// MessageFilter says which messages are listed; what is empty lets all pass.
type MessageFilter = store.MessageFilter

// Messages returns a page of the messages of all businesses, newest first, that
// pass the filter.
func (s *Service) Messages(ctx context.Context, filter MessageFilter, list ListRequest) (Listed[ListedMessage], error) {
	var messages Listed[ListedMessage]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return messages, err
	}
	err = s.store.SurveyPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		messages, err = tx.ListMessages(filter, list.Search, page)
		return err
	})
	return messages, err
}
