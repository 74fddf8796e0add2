-- New words wait in a list before they go into the index of words, and whoever fills it writes them all. At the usual
-- limit (4 MB) that is one publication in ten thousand, for half a second; now it is one in five hundred, for some
-- hundredths.
ALTER INDEX "circuits_search_idx" SET (gin_pending_list_limit = 256);
