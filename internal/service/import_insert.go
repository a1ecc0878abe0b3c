package service

import (
	"context"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

func (i *Imports) insert(
	ctx context.Context, actor usecase.Actor, request ImportRequest, mapping loyalty.ImportMapping, report loyalty.ImportReport,
) (importRecord loyalty.Import, err error) {
	fingerprint := "import of " + request.FileName + ": " + mapping.Digest
	withoutCopy := fingerprint // as earlier releases stored it
	if request.copyDigest != "" {
		fingerprint += ", " + request.copyDigest
	}
	isRetry := func(storedRequest string) bool {
		isOfCopy := strings.HasPrefix(storedRequest, "import of "+request.FileName+": ") && strings.HasSuffix(storedRequest, request.copyDigest)
		return request.copyDigest != "" && (isOfCopy || storedRequest == withoutCopy)
	}
	err = i.base.InBusinessIdempotent(ctx, actor.BusinessID, func(tx *store.Tx) error {
		id, err := usecase.RunAsStored(tx, request.Key, fingerprint, isRetry, func(fingerprint string) (string, error) {
			return usecase.RunOnce(i.base, tx, request.Key, fingerprint, usecase.PlainCodec[string](), func() (string, error) {
				return insertNewImport(i.base, tx, actor, request, mapping, report)
			})
		})
		if err != nil {
			return err
		}
		importRecord, err = store.ImportsIn(tx).Get(id)
		return err
	})
	return importRecord, err
}

func insertNewImport(
	base *usecase.Base, tx *store.Tx, actor usecase.Actor, request ImportRequest, mapping loyalty.ImportMapping, report loyalty.ImportReport,
) (string, error) {
	now := base.Now()
	open, err := store.ImportsIn(tx).CountOpen(now)
	if err != nil {
		return "", err
	}
	if open >= loyalty.MaxOpenImports {
		return "", loyalty.ErrTooManyImports
	}
	if mapping.SamePerson, err = samePersonOf(tx, now, mapping.Digest, request); err != nil {
		return "", err
	}
	id, err := base.IDs.Next(now)
	if err != nil {
		return "", err
	}
	return id, store.ImportsIn(tx).Insert(loyalty.Import{
		ID: id, FileName: cleanFileName(request.FileName), State: loyalty.ImportReceiving, Version: 1, Run: 1, Mapping: mapping, Report: report,
		CreatedAt: now, CreatedBy: actor.UserID, ExpiresAt: now.Add(receivePeriod),
	})
}
