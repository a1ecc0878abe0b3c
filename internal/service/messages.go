package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// queue puts a message to a customer into the queue.
func (s *Service) queue(tx *store.Tx, to loyalty.Customer, message loyalty.Message) (err error) {
	message.CustomerID, message.Phone, message.CreatedAt = to.ID, to.Phone, s.now()
	if message.ID, err = s.ids.Next(message.CreatedAt); err != nil {
		return err
	}
	return tx.InsertMessage(message)
}

// Messages returns a page of the messages of all businesses, newest first: all,
// or those of a status.
func (s *Service) Messages(ctx context.Context, status loyalty.MessageStatus, list ListRequest) (Listed[ListedMessage], error) {
	var messages Listed[ListedMessage]
	page, err := store.NewPage(list.Limit, list.Cursor, 2)
	if err != nil {
		return messages, err
	}
	err = s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		messages, err = tx.ListMessages(status, list.Search, page)
		return err
	})
	return messages, err
}
