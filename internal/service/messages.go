package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

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
